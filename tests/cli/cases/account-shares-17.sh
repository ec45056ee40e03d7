"$JFRTOOL" account "$TESTDATA/shares-17.jfr"
