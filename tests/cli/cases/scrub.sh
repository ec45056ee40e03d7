# What is left out is gone, with the names that only it had.
"$JFRTOOL" scrub --exclude-events ExecutionSample --exclude-threads 'JFR*' "$TESTDATA/lambdas-17.jfr" -o out.jfr
"$JFRTOOL" print --json --events ExecutionSample --allow-empty out.jfr
echo
for name in workload/Lambdas lambda main 'JFR Periodic'; do
    printf '%s: %s, %s\n' "$name" "$(grep -ac "$name" "$TESTDATA/lambdas-17.jfr")" "$(grep -ac "$name" out.jfr)"
done
"$JFRTOOL" scrub --exclude-events ExecutionSample --exclude-threads 'JFR*' out.jfr -o again.jfr
cmp out.jfr again.jfr && echo the same
