"$JFRTOOL" locks "$TESTDATA/native-17.jfr"
