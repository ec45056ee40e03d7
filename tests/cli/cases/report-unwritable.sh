"$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" -o /dev/null/report
echo "exit $?"
touch file
"$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" -o file
echo "exit $?"
mkdir -p out/rule-ok.jfr.zst.html
"$JFRTOOL" report "$TESTDATA/rule-ok.jfr.zst" -o out
echo "exit $?"
