# Of a long line so much is shown as stands beside the mistake, in whole characters, with the mark below it.
for before in 0 1 29 30 31; do
    wide=$(printf 'ä%.0s' $(seq 0 $before))
    for after in 0 35 36 37 38; do
        "$JFRTOOL" sql "$TESTDATA/native-17.jfr" \
            "SELECT '$wide', nothing_of_the_kind, '$(printf 'x%.0s' $(seq 0 $after))ä' FROM GCPhasePause" 2>&1
    done
done
printf 'SELECT 1,\n\t2 +\tnothing_of_the_kind,\n3 FROM GCPhasePause' >two.sql
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" -f two.sql 2>&1
exit 0
