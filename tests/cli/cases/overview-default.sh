# A recording in the place of a command.
cp "$TESTDATA/full-gc-11.jfr.zst" $'a \e[31mb.jfr'
"$JFRTOOL" $'a \e[31mb.jfr' -q --format csv | sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
"$JFRTOOL" missing.jfr
echo $?
: > empty.jfr
"$JFRTOOL" empty.jfr
