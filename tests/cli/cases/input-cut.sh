# A recording cut in the middle: what was lost is said with its place.
size=$(stat -c %s "$TESTDATA/shares-17.jfr")
head -c $((size - 1000)) "$TESTDATA/shares-17.jfr" >cut.jfr
"$JFRTOOL" summary --json cut.jfr >cut.json
echo "exit $?"
grep -A 5 -E '"kind":.*"(lost|unfinished)"' cut.json | grep -oE '"(kind|text|recording|offset|bytes)"' | sort | uniq
"$JFRTOOL" summary --strict cut.jfr >cut.txt
