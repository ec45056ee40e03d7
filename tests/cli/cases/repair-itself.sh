cp "$TESTDATA/custom-17.jfr" rec.jfr
ln rec.jfr same.jfr
"$JFRTOOL" repair rec.jfr -o same.jfr
echo "exit $?"
"$JFRTOOL" repair rec.jfr
echo "exit $?"
cmp rec.jfr "$TESTDATA/custom-17.jfr"
