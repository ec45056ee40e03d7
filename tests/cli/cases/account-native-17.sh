"$JFRTOOL" account "$TESTDATA/native-17.jfr"
