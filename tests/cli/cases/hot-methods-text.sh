"$JFRTOOL" hot-methods "$TESTDATA/shares-17.jfr"
