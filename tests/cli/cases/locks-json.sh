"$JFRTOOL" locks --json "$TESTDATA/native-17.jfr"
