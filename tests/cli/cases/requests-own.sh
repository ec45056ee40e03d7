"$JFRTOOL" requests "$TESTDATA/custom-17.jfr"
