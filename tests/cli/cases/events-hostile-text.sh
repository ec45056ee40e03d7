"$JFRTOOL" events ExecutionSample --by sampledThread --sort sampledThread --format text "$TESTDATA/hostile-17.jfr"
