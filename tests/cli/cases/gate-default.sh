"$JFRTOOL" gate "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
