"$JFRTOOL" callers -q --json hotTwenty --depth 2 "$TESTDATA/shares-17.jfr"
