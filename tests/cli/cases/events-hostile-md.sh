"$JFRTOOL" events ExecutionSample --by sampledThread --sort sampledThread --format md "$TESTDATA/hostile-17.jfr"
