"$JFRTOOL" hot-methods --include NoSuchMethodAnywhere "$TESTDATA/shares-17.jfr"
