"$JFRTOOL" io --format csv "$TESTDATA/native-17.jfr"
