"$JFRTOOL" events ExecutionSample --where 'sampledThread !~ "^[a-z]+$"' --fields sampledThread,stackTrace.topFrame --top 8 --format csv "$TESTDATA/hostile-17.jfr"
