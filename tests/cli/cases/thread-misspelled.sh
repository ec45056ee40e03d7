"$JFRTOOL" hot-methods --thread mian "$TESTDATA/shares-17.jfr"
