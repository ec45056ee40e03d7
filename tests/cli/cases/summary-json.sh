"$JFRTOOL" summary --json "$TESTDATA/killed-17"
