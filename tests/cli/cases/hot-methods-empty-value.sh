# Keys that --measure value promises are there without samples, too.
"$JFRTOOL" hot-methods -q --json --allow-empty --event lock --measure value "$TESTDATA/shares-17.jfr" 2>/dev/null
