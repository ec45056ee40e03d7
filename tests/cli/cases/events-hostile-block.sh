"$JFRTOOL" events ExecutionSample --where 'sampledThread !~ "^[a-z]+$"' --top 2 "$TESTDATA/hostile-17.jfr"
