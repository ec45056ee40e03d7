# What is left out is counted where it was cut, and said.
"$JFRTOOL" export "$TESTDATA/shares-17.jfr" --min-share 25 -o a.speedscope.json; echo $?
grep -o '"endValue":[0-9]*' a.speedscope.json
grep -o '(left out)' a.speedscope.json
