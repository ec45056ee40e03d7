# Names hold anything and stay JSON; the array is closed.
"$JFRTOOL" export --to chrome "$TESTDATA/hostile-17.jfr" | tail -c 700
