"$JFRTOOL" events ExecutionSample --where 'sampledThread ~ "^(red|semi|.quote|=cmd|<scr)"' --fields sampledThread,stackTrace.topFrame --top 8 --format html "$TESTDATA/hostile-17.jfr" | tail -12
