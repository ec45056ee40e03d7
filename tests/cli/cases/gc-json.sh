"$JFRTOOL" gc --json "$TESTDATA/native-17.jfr"
