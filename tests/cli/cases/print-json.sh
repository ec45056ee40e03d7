"$JFRTOOL" print --json --events ThreadPark,ThreadStart --stack-depth 1 "$TESTDATA/native-17.jfr" | head -120
"$JFRTOOL" print --json "$TESTDATA/lambdas-25.jfr.gz" | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["recording"]["events"]))'
