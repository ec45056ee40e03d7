"$JFRTOOL" threads "$TESTDATA/shares-17.jfr"
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" threads -q cputime-25.jfr.zst)
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" threads -q --event alloc --methods 1 --top 3 native-17.jfr)
