"$JFRTOOL" timeline --json --top 1 --resolution 2s "$TESTDATA/shares-25.jfr"
