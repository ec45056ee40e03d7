# A recording without collections, and what begins after the last one.
"$JFRTOOL" gc "$TESTDATA/shares-17.jfr"; echo $?
"$JFRTOOL" gc --from -1ms "$TESTDATA/native-17.jfr"; echo $?
"$JFRTOOL" gc --json --allow-empty --from -1ms "$TESTDATA/native-17.jfr" | head -14; echo $?
