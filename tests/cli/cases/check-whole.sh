"$JFRTOOL" check "$TESTDATA/shares-25.jfr" "$TESTDATA/hostile-17.jfr"
