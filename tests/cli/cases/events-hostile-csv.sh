"$JFRTOOL" events ExecutionSample --by sampledThread --sort sampledThread --format csv "$TESTDATA/hostile-17.jfr"
