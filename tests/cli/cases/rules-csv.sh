# Findings alone, and a name that means something to a shell and a terminal.
cp "$TESTDATA/full-gc-11.jfr.zst" $'it\'s \e[31m=1.jfr.zst'
"$JFRTOOL" rules -q --format csv --min-severity info $'it\'s \e[31m=1.jfr.zst' | sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
"$JFRTOOL" rules -q --format md --rule 'GcSt*' $'it\'s \e[31m=1.jfr.zst' | sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
