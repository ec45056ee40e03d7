"$JFRTOOL" account "$TESTDATA/chunks-17.jfr"
