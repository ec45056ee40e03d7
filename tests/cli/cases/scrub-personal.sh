# Pseudonyms, the same everywhere; classes stay. The list says what was replaced; scrubbed again is the same.
"$JFRTOOL" print --events JVMInformation "$TESTDATA/lambdas-17.jfr" | grep -o '/[a-z]*/jfrtool-testdata' | sort -u
"$JFRTOOL" scrub --personal --pattern 'jfrtool-test[a-z]+' --list list.json "$TESTDATA/lambdas-17.jfr" -o out.jfr
"$JFRTOOL" print --events JVMInformation out.jfr | grep -o '/[a-z]*/match-[0-9]*' | sort -u
cat list.json
"$JFRTOOL" hot-methods --top 2 out.jfr
"$JFRTOOL" scrub --personal --pattern 'jfrtool-test[a-z]+' out.jfr -o again.jfr
cmp out.jfr again.jfr && echo the same
"$JFRTOOL" scrub --personal --list out.list --list-originals "$TESTDATA/lambdas-17.jfr" -o out.jfr -q
stat -c %a out.list
"$JFRTOOL" scrub --pattern '(' "$TESTDATA/lambdas-17.jfr" -o out.jfr
"$JFRTOOL" scrub --personal --list-originals "$TESTDATA/lambdas-17.jfr" -o out.jfr
true
