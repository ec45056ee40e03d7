# Whole sections go, the last ones first; which, is said.
cat >gate.py <<'PY'
import json
rules = [{"id": f"rule-{i}", "check": "growth", "of": "total", "max_points": 1 + i / 100} for i in range(40)]
print(json.dumps({"min_samples": 100, "rules": rules}))
PY
python3 gate.py >gate.json
for limit in 1048576 65536 20000 5000 1000; do
    "$JFRTOOL" gate --quiet --rules gate.json --markdown m.md --md-limit $limit "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr" >/dev/null
    [ "$(wc -c <m.md)" -le $limit ] || echo "$limit: too long"
    echo "$limit: $(grep -o 'Left out.*' m.md)"
done
"$JFRTOOL" gate --md-limit 60 "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
