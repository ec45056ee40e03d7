"$JFRTOOL" metadata --json --events CPULoad "$TESTDATA/lambdas-25.jfr.gz"
"$JFRTOOL" metadata --format json "$TESTDATA/lambdas-25.jfr.gz" | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["types"]))'
