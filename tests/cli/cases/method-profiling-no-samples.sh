# Where there are no samples, JDK Mission Control's verdict is given all the same: OK without a score if they were
# enabled. That there are none is the exit code, and said.
"$JFRTOOL" scrub -q --exclude-events jdk.ExecutionSample "$TESTDATA/rule-ok.jfr.zst" -o none.jfr || exit
"$JFRTOOL" method-profiling --jmc-compat --json none.jfr | sed -n '3,7p'
echo "exit ${PIPESTATUS[0]}"
"$JFRTOOL" method-profiling --jmc-compat none.jfr | head -n 2
echo "exit ${PIPESTATUS[0]}"
"$JFRTOOL" method-profiling --jmc-compat --allow-empty --format csv none.jfr
echo "exit $?"
"$JFRTOOL" method-profiling -q --jmc-compat --json "$TESTDATA/full-gc-11.jfr.zst" | sed -n '3,6p'
echo "exit ${PIPESTATUS[0]}"
"$JFRTOOL" method-profiling -q --jmc-compat --event wall none.jfr
echo "exit $?"
"$JFRTOOL" method-profiling -q --jmc-compat none.jfr -o page.html
echo "exit $? $(ls)"
"$JFRTOOL" method-profiling -q none.jfr
echo "exit $?"
