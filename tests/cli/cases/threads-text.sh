"$JFRTOOL" threads "$TESTDATA/shares-17.jfr"
COLUMNS=80 "$JFRTOOL" threads -q "$TESTDATA/cputime-25.jfr.zst"
COLUMNS=80 "$JFRTOOL" threads -q --event alloc --methods 1 --top 3 "$TESTDATA/native-17.jfr"
