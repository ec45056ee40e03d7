"$JFRTOOL" hot-methods --state runable "$TESTDATA/shares-17.jfr"
