"$JFRTOOL" threads --json --top 1 --methods 2 "$TESTDATA/shares-25.jfr"
"$JFRTOOL" threads -q --each --json --top 1 --methods 0 --event alloc "$TESTDATA/native-17.jfr"
