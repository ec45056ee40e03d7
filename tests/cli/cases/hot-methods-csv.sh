"$JFRTOOL" hot-methods --format csv --top 3 --frame-type "$TESTDATA/shares-17.jfr"
