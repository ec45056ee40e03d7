"$JFRTOOL" events ExecutionSample --where 'sampledThread ~ "^(red|semi|.quote|=cmd|<scr)"' --fields sampledThread,stackTrace.topFrame --top 8 --json "$TESTDATA/hostile-17.jfr"
