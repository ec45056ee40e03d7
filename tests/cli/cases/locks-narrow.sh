COLUMNS=80 "$JFRTOOL" locks --top 2 "$TESTDATA/native-17.jfr"
