"$JFRTOOL" events ExecutionSample --by sampledThread --sort sampledThread --format json "$TESTDATA/hostile-17.jfr"
