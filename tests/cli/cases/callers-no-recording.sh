"$JFRTOOL" callers "$TESTDATA/shares-17.jfr"
echo $?
"$JFRTOOL" callees hotTwenty
echo $?
"$JFRTOOL" callees
echo $?
