"$JFRTOOL" events "$TESTDATA/native-17.jfr" JavaMonitorEnter,GCHeapSummary --top 3 --stack 1 --json
