# What can be read of a cut recording is exported, and what is lost is said.
head -c 200000 "$TESTDATA/chunks-17.jfr" >cut.jfr
"$JFRTOOL" export cut.jfr -o a.firefox.json; echo $?
"$JFRTOOL" export cut.jfr --strict -o b.speedscope.json; echo $?
echo nonsense >no.jfr
"$JFRTOOL" export no.jfr -o c.firefox.json; echo $?
"$JFRTOOL" export "$TESTDATA/shares-17.jfr" --from 1h -o d.firefox.json; echo $?
ls
