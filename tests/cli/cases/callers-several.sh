"$JFRTOOL" callers hot "$TESTDATA/shares-17.jfr"
