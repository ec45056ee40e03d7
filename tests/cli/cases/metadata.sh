"$JFRTOOL" metadata --events CPULoad,test.Everything "$TESTDATA/custom-17.jfr"
"$JFRTOOL" metadata "$TESTDATA/custom-17.jfr" | grep -c '^class'
"$JFRTOOL" metadata --categories GC,JA "$TESTDATA/custom-17.jfr" | grep -c '^class'
