mkdir parts
"$JFRTOOL" disassemble --max-size 200kB "$TESTDATA/chunks-17.jfr" -o parts
"$JFRTOOL" disassemble --max-size 200kB "$TESTDATA/chunks-17.jfr" -o parts; echo $?
ls parts
cat parts/* | cmp - "$TESTDATA/chunks-17.jfr" && echo joined
"$JFRTOOL" assemble parts -o parts/all.jfr && cmp parts/all.jfr "$TESTDATA/chunks-17.jfr" && echo assembled
"$JFRTOOL" disassemble "$TESTDATA/chunks-17.jfr"; echo $?
