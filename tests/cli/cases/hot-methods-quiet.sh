"$JFRTOOL" hot-methods --quiet --top 1 "$TESTDATA/shares-17.jfr"
