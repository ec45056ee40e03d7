head -c 6000 "$TESTDATA/old/events-8.jfr" >cut.jfr
"$JFRTOOL" threads cut.jfr
head -c 3000 "$TESTDATA/old/events-8.jfr" >cut.jfr
"$JFRTOOL" threads cut.jfr
