"$JFRTOOL" exceptions --include refuse --format md "$TESTDATA/native-17.jfr"
