head -c 300000 "$TESTDATA/chunks-17.jfr" >cut.jfr
"$JFRTOOL" repair cut.jfr -o new.jfr
"$JFRTOOL" check new.jfr
"$JFRTOOL" summary --quiet new.jfr | sed -n '/^event type/,$p' | head -5
