# A recording without execution samples says what else is there.
"$JFRTOOL" report -q "$TESTDATA/custom-17.jfr" --event wall -o out
echo "exit $?"
"$JFRTOOL" report -q "$TESTDATA/cputime-25.jfr.zst" -o out
cat out/summary.md
"$JFRTOOL" report -q "$TESTDATA/cputime-25.jfr.zst" --event lock -o out
sed -n '/details/,$p' out/summary.md
