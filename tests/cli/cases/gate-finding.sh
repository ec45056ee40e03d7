# Rules of `jfrtool rules` as rules of the gate.
cat > gate.json <<'END'
{"rules": [
  {"id": "full", "check": "finding", "rule": "FullGc"},
  {"check": "finding", "rule": "SystemGc", "severity": "info", "options": {"info": "3%"}},
  {"id": "stall", "check": "finding", "rule": "GcStall", "level": "warning"}
]}
END
"$JFRTOOL" gate -q --rules gate.json --sarif gate.sarif "$TESTDATA/shares-17.jfr" "$TESTDATA/full-gc-11.jfr.zst"
echo "$?"
grep -c '"ruleId"' gate.sarif
"$JFRTOOL" gate -q --rules gate.json --json "$TESTDATA/full-gc-11.jfr.zst" "$TESTDATA/shares-17.jfr" | grep -e verdict -e outcome
for rule in '"rule": "FullGcs"' '"rule": "FullGc", "options": {"info": 1}' '"severity": "info"' \
    '"rule": "SystemGc", "options": {"info": []}'; do
    echo "{\"rules\": [{\"check\": \"finding\", $rule}]}" > bad.json
    "$JFRTOOL" gate --rules bad.json "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-17.jfr"
done
