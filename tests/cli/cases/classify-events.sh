# What stacks wait for is a field of events, for tables, conditions and the gate.
"$JFRTOOL" events --type jdk.ThreadPark --by stackTrace.waitsFor --show count "$TESTDATA/native-17.jfr"
printf '*.await, ours\n' > names
"$JFRTOOL" events --classify names --type jdk.ThreadPark --by stackTrace.waitsFor --show count "$TESTDATA/native-17.jfr"
"$JFRTOOL" events --classify names --type jdk.ThreadPark --where "stackTrace.waitsFor = 'ours'" --by eventType --show count "$TESTDATA/native-17.jfr"
