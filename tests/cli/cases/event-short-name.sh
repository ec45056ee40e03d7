"$JFRTOOL" hot-methods --event exception --top 3 "$TESTDATA/deep-17.jfr"
