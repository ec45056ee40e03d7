COLUMNS=100 "$JFRTOOL" summary "$TESTDATA/chunks-17.jfr"
