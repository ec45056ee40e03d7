"$JFRTOOL" top --once "$TESTDATA/hostile-17.jfr" | tail -n +3
