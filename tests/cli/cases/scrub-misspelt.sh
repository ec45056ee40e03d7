# what was misspelt takes nothing out, and is said
"$JFRTOOL" scrub --exclude-events CPULod --exclude-events CPULoad --exclude-events $'no\e[31m' \
    --exclude-categories 'Jva Application' "$TESTDATA/lambdas-17.jfr" -o out.jfr
echo $?
"$JFRTOOL" metadata --events GCPhasePaus,CPULoad "$TESTDATA/lambdas-17.jfr" | grep '^class'
"$JFRTOOL" print --events GCPhasePaus --categories 'Jva*' "$TESTDATA/lambdas-17.jfr"
echo $?
