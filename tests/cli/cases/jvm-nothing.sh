# A profile says nothing of its JVM; a misspelled option.
"$JFRTOOL" profile "$TESTDATA/shares-17.jfr" -o base.pb.gz
"$JFRTOOL" jvm base.pb.gz; echo $?
"$JFRTOOL" jvm --secret "$TESTDATA/shares-17.jfr"; echo $?
head -c 160000 "$TESTDATA/native-17.jfr" >cut.jfr
"$JFRTOOL" jvm --format csv cut.jfr | head -3; echo $?
