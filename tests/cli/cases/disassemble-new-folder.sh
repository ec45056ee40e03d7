# The folder is made if it is not there, and only if there is something for it.
cat "$TESTDATA/native-17.jfr" "$TESTDATA/shares-17.jfr" >two.jfr
"$JFRTOOL" disassemble -q --max-chunks 1 -o parts/ two.jfr
ls parts
"$JFRTOOL" disassemble -q --max-chunks 1 -o parts/ two.jfr && ls parts | wc -l
"$JFRTOOL" disassemble -o none "$TESTDATA/native-17.jfr" 2>&1
ls -d none 2>/dev/null
"$JFRTOOL" disassemble --max-chunks 1 -o two.jfr two.jfr 2>&1
"$JFRTOOL" facts two.jfr 2>&1 >/dev/full
