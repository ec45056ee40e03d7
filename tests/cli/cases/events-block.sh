"$JFRTOOL" events JavaMonitorEnter --top 2 "$TESTDATA/native-17.jfr"
# In ASCII, units are, too.
"$JFRTOOL" events FileRead --top 1 "$TESTDATA/native-17.jfr" | grep duration
LC_ALL=C.UTF-8 "$JFRTOOL" events FileRead --top 1 "$TESTDATA/native-17.jfr" | grep duration
