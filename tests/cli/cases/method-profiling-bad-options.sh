"$JFRTOOL" method-profiling --strip "java.(" "$TESTDATA/rule-ok.jfr.zst"
echo $?
"$JFRTOOL" method-profiling --window 0s "$TESTDATA/rule-ok.jfr.zst"
echo $?
"$JFRTOOL" method-profiling --window -5s "$TESTDATA/rule-ok.jfr.zst"
echo $?
