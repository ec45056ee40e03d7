"$JFRTOOL" hot-methods --json --top 3 "$TESTDATA/shares-17.jfr"
