"$JFRTOOL" events JavaMonitorEnter --where 'duration > 40.2ms && previousOwner == "holder"' --fields startTime,duration,eventThread.javaName,monitorClass "$TESTDATA/native-17.jfr"
