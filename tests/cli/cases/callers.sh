"$JFRTOOL" callers hotTwenty "$TESTDATA/shares-17.jfr"
