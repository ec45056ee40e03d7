mkdir -p src/main/java/workload
touch src/main/java/workload/Deep.java
cat >gate.json <<'RULES'
{"min_samples": 100, "rules": [
  {"id": "self", "check": "growth", "of": "self", "max_points": 2},
  {"id": "deep", "check": "share", "by": "pattern", "match": "Deep", "max_percent": 10, "level": "warning"},
  {"id": "many", "check": "growth", "max_points": 1, "match": "hotHalf", "min_samples": 100000},
  {"id": "pauses", "check": "gc-pause", "max_growth": 100}
]}
RULES
"$JFRTOOL" gate --quiet --rules gate.json --json --github-annotations --source-root . --junit j.xml --sarif s.json \
    --gitlab g.json --markdown m.md "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
echo "exit $?"
cat j.xml s.json g.json m.md
