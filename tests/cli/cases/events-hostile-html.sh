"$JFRTOOL" events ExecutionSample --by sampledThread --sort sampledThread --format html "$TESTDATA/hostile-17.jfr" | tail -24
