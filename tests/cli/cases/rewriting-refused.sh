cp "$TESTDATA/lambdas-17.jfr" rec.jfr
ln -s rec.jfr link.jfr
for command in 'scrub --secrets' 'cut --from 1s' assemble; do
    "$JFRTOOL" $command rec.jfr; echo $?
    "$JFRTOOL" $command rec.jfr -o link.jfr; echo $?
    "$JFRTOOL" $command rec.jfr -o /dev/null; echo $?
    "$JFRTOOL" $command rec.jfr -o out.txt; echo $?
done
"$JFRTOOL" cut rec.jfr -o out.jfr; echo $?
"$JFRTOOL" cut --from 2h rec.jfr -o out.jfr; echo $?
"$JFRTOOL" scrub --secrets - -o out.jfr < rec.jfr; echo $?
"$JFRTOOL" disassemble rec.jfr rec.jfr; echo $?
"$JFRTOOL" disassemble rec.jfr -o nowhere; echo $?
"$JFRTOOL" disassemble rec.jfr; echo $?
cmp rec.jfr "$TESTDATA/lambdas-17.jfr" && ls
