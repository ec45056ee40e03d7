cat >gate.json <<'RULES'
{"min_samples": 100, "rules": [
  {"id": "self", "check": "growth", "of": "self", "max_points": 2, "max_ratio": 1.1},
  {"id": "packages", "check": "growth", "by": "package", "max_points": 5, "level": "warning"},
  {"id": "half", "check": "share", "by": "pattern", "match": "hotHalf$", "of": "self", "max_percent": 40},
  {"id": "all-of-it", "check": "share", "by": "class", "match": "^workload", "max_percent": 100},
  {"id": "many", "check": "growth", "max_points": 1, "min_samples": 100000},
  {"check": "allocation", "max_ratio": 1000},
  {"check": "lock-wait", "max": 500},
  {"id": "pauses", "check": "gc-pause", "of": "longest", "max": 1000},
  {"check": "gc-pause", "max_growth": 100, "max_ratio": 2}
]}
RULES
"$JFRTOOL" gate --quiet --rules gate.json "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
