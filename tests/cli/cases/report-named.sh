# A name in front of the recording: events that have it in their class, method, thread, host or file,
# as many as a condition finds.
count() { "$JFRTOOL" events -q --count --format csv "$@" "$TESTDATA/native-17.jfr" | tail -n 1; }
named() { "$JFRTOOL" "$1" -q --json "$2" "$TESTDATA/native-17.jfr" | grep -m1 '"count":'; }
named locks 'Blocking$Account'
count JavaMonitorEnter --where 'monitorClass ~ "Blocking.Account"'
named io input.bin
count FileRead --where 'path ~ "input.bin"'
named exceptions 'Blocking$Refused'
count JavaExceptionThrow --where 'thrownClass ~ "Blocking.Refused"'
named locks "no such [name"; echo $?
"$JFRTOOL" locks --thread nobody "$TESTDATA/native-17.jfr"; echo $?
"$JFRTOOL" locks Gate --top 1 -q "$TESTDATA/native-17.jfr"
for command in threads flame gc; do "$JFRTOOL" $command main "$TESTDATA/native-17.jfr"; echo $?; done
"$JFRTOOL" account --from 1h "$TESTDATA/native-17.jfr"; echo $?
"$JFRTOOL" overview --from 1h "$TESTDATA/native-17.jfr"; echo $?
cp "$TESTDATA/native-17.jfr" a.jfr
"$JFRTOOL" events --top 3 a.jfr
"$JFRTOOL" file a.jfr | head -n 5
