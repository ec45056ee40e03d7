"$JFRTOOL" events ExecutionSample --where 'sampledThread ~ "^(red|semi|.quote|=cmd|<scr)"' --fields sampledThread,stackTrace.topFrame --top 8 --format csv "$TESTDATA/hostile-17.jfr"
