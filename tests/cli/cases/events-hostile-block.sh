"$JFRTOOL" events ExecutionSample --where 'sampledThread ~ "^(red|semi|.quote|=cmd|<scr)"' --top 2 "$TESTDATA/hostile-17.jfr"
