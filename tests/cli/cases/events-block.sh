"$JFRTOOL" events JavaMonitorEnter --top 2 "$TESTDATA/native-17.jfr"
