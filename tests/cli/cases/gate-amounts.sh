# Amounts of any event type: a second, for each event of another one, and how long one takes.
cat >rules.json <<'RULES'
{"min_samples": 5, "rules": [
  {"id": "collections", "check": "rate", "event": "GarbageCollection", "max_ratio": 1.1, "max_growth": 1},
  {"id": "at-least", "check": "rate", "event": "jdk.GarbageCollection", "min_ratio": 0.5},
  {"id": "length", "check": "quantile", "of": "p90", "event": "jdk.GarbageCollection", "max": 1},
  {"id": "work", "check": "gc-pause", "per": "jdk.GarbageCollection", "max": 1000},
  {"id": "cpu", "check": "cpu-time", "max_ratio": 1.2},
  {"id": "undivided", "check": "gc-pause", "per": "com.acme.Request", "max": 1},
  {"id": "untimed", "check": "quantile", "of": "p50", "event": "jdk.EvacuationFailed", "max": 1}
]}
RULES
"$JFRTOOL" gate --quiet --rules rules.json "$TESTDATA/leak-25.jfr.zst" "$TESTDATA/full-gc-11.jfr.zst"
