# A recording that was cut is printed as far as it goes.
head -c 300000 "$TESTDATA/chunks-17.jfr" > cut.jfr
"$JFRTOOL" print --json cut.jfr | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["recording"]["events"]) > 1000)'
"$JFRTOOL" print --strict --events CPULoad cut.jfr | head -3
echo "${PIPESTATUS[0]}"
printf 'no recording' > no.jfr
"$JFRTOOL" print --json no.jfr
