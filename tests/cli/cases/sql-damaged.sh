# What is lost is said with the recording's name, once, and --strict ends with 5.
head -c 150000 "$TESTDATA/chunks-17.jfr" >cut.jfr
"$JFRTOOL" sql cut.jfr "SELECT count(*) > 50 AS many FROM ExecutionSample; SELECT count(*) > 50 AS many FROM ExecutionSample"
echo "$?"
"$JFRTOOL" sql -q --strict cut.jfr "SELECT count(*) > 50 AS many FROM ExecutionSample"
echo "$?"
