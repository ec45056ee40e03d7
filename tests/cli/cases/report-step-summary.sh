export GITHUB_STEP_SUMMARY=$PWD/step.md
echo 'before' >step.md
"$JFRTOOL" report -q "$TESTDATA/rule-ok.jfr.zst" --step-summary -o out
head -n 4 step.md
tail -n +2 step.md | cmp - out/summary.md && echo same
# What is there counts; nothing is written where there is no room.
head -c 999950 /dev/zero >step.md
"$JFRTOOL" report -q "$TESTDATA/rule-ok.jfr.zst" --step-summary -o out
wc -c <step.md
head -c 1000000 /dev/zero >step.md
"$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" --step-summary -o out
wc -c <step.md
GITHUB_STEP_SUMMARY=missing/step.md "$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" --step-summary -o out
echo "exit $?"
unset GITHUB_STEP_SUMMARY
"$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" --step-summary -o out
echo "exit $?"
