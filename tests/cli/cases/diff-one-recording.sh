"$JFRTOOL" diff "$TESTDATA/shares-17.jfr"
