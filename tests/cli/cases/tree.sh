"$JFRTOOL" tree "$TESTDATA/shares-17.jfr"
