"$JFRTOOL" locks --json "$TESTDATA/hostile-17.jfr"
