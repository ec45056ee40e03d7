"$JFRTOOL" summary --format md "$TESTDATA/chunks-17.jfr"
