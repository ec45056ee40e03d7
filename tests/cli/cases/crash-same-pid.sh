# Containers give each JVM the same number: a log is its JVM's that began when it says, in crash and
# in report.
mkdir -p build
for at in 50 59; do
    sed "s/pid=30643/pid=8091/; s/^Time: .* elapsed time: [0-9.]*/Time: Fri Nov 20 22:25:$at 2026 UTC elapsed time: 4.1/" \
        "$TESTDATA/crashed/segv-17.log" >"build/hs_err_$at.log"
done
cp -r "$TESTDATA/killed-17" build
"$JFRTOOL" crash --json --pid 8091 build | grep -e verdict -e '"log"'
rm build/hs_err_50.log
"$JFRTOOL" report -q build -o report
sed -n '/"pid"/,/}/p' report/summary.json
mv build/hs_err_59.log build/later
sed 's/22:25:59/22:25:50/' build/later >build/hs_err.log
"$JFRTOOL" report -q build -o report
sed -n '/"pid"/,/}/p' report/summary.json
"$JFRTOOL" report -q "$TESTDATA/killed-17" -o report
grep -e "JVM's end" report/summary.md
