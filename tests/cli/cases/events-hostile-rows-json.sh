"$JFRTOOL" events ExecutionSample --where 'sampledThread !~ "^[a-z]+$"' --fields sampledThread,stackTrace.topFrame --top 8 --json "$TESTDATA/hostile-17.jfr"
