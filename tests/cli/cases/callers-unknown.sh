"$JFRTOOL" callers hotTwenti "$TESTDATA/shares-17.jfr"
