# What takes too much ends with a sentence, and not with another answer.
run() {
    "$JFRTOOL" sql "$TESTDATA/native-17.jfr" "$@" 2>&1
    echo "$?"
}
many=$(printf 'a%.0s' {1..60})
run "SELECT '$many!zzz' REGEXP '^(a|aa)+\$|zzz\$'"
run "SELECT '$many!zzz' REGEXP 'zzz\$' AS found"
"$JFRTOOL" sql "$TESTDATA/shares-17.jfr" "SELECT count(*) FROM ExecutionSample WHERE stack_has(stackTrace, '^(([A-Za-z\$._])+)+[#~]\$')" 2>&1
run --memory 20MiB "SELECT length(hex(zeroblob(30000000)))"
run --memory 0 "SELECT length(hex(zeroblob(30000000))) AS long"
run "SELECT length(hex(zeroblob(40000000)))"
for rows in 2 3; do
    run --format text "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT $rows) SELECT hex(zeroblob(16777216)) FROM c" | tail -c 200 | tail -2
    run --format csv "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT $rows) SELECT hex(zeroblob(20000000)) FROM c" | wc -c
done
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" --timeout 10ms --format csv "SELECT hex(zeroblob(30000000))" 2>&1 >/dev/null
"$JFRTOOL" events ExecutionSample --where 'stackTrace has "^(([A-Za-z$._])+)+[#~]$"' "$TESTDATA/shares-17.jfr" 2>&1
