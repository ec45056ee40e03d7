# What cannot be read is named, and the report is made all the same.
echo 'no recording' >broken.jfr
"$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" broken.jfr missing.jfr "$TESTDATA/killed-early-17" -o out
echo "exit $?"
sed "s|$TESTDATA|TESTDATA|g" out/summary.md
"$JFRTOOL" report -q --strict "$TESTDATA/rule-ok.jfr.zst" broken.jfr -o out 2>/dev/null
echo "strict: exit $?"
"$JFRTOOL" report -q --strict "$TESTDATA/killed-17" -o out
echo "strict, unfinished: exit $?"
"$JFRTOOL" report -q --strict "$TESTDATA/rule-ok.jfr.zst" -o out
echo "strict, whole: exit $?"
