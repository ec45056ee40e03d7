"$JFRTOOL" exceptions "$TESTDATA/native-17.jfr"
