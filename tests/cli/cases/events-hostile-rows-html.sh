"$JFRTOOL" events ExecutionSample --where 'sampledThread !~ "^[a-z]+$"' --fields sampledThread,stackTrace.topFrame --top 8 --format html "$TESTDATA/hostile-17.jfr" | tail -12
