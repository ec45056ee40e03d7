"$JFRTOOL" summary --format csv "$TESTDATA/chunks-17.jfr"
