"$JFRTOOL" check --format csv "$TESTDATA/killed-17"
