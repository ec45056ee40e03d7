"$JFRTOOL" overview -q --from 2s --to 12s "$TESTDATA/full-gc-11.jfr.zst" | sed 's/jfrtool [a-z]* /jfrtool COMMAND /' | head -n 14
"$JFRTOOL" overview -q --json --from 2s --to 12s "$TESTDATA/full-gc-11.jfr.zst" | jq -c '.different | .window_ns, .rest_ns, (.measures[0] | keys), .methods'
"$JFRTOOL" overview -q --json --from 0s "$TESTDATA/full-gc-11.jfr.zst" | jq -c '.different'
"$JFRTOOL" overview -q --format csv --from 2s "$TESTDATA/full-gc-11.jfr.zst"
"$JFRTOOL" overview -q --to 10s "$TESTDATA/rule-periods.jfr.zst" | head -n 8
