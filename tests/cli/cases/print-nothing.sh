"$JFRTOOL" print --json --events NoSuchThing "$TESTDATA/lambdas-17.jfr"; echo " $?"
"$JFRTOOL" print --json --categories GC --from 1h --allow-empty "$TESTDATA/lambdas-17.jfr"; echo " $?"
"$JFRTOOL" print --categories Nowhere "$TESTDATA/lambdas-17.jfr"; echo "$?"
