# Each mistake has its sentence, with the place.
try() {
    printf '%s' "$1" >gate.json
    "$JFRTOOL" gate --rules gate.json "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
}
try '{"rules": [
  {"check": "growth", "max_points": 2,}
]}'
try '{"rules": [{"check": "growth"'
try ''
try '[]'
try '{"rule": []}'
try '{"rules": []}'
try '{"rules": [3]}'
try '{"rules": [{"max_points": 2}]}'
try '{"rules": [{"check": "grwth", "max_points": 2}]}'
try '{"rules": [{"check": "growth", "max_point": 2}]}'
try '{"rules": [{"check": "growth", "colour": "red", "max_points": 2}]}'
try '{"rules": [{"check": "growth"}]}'
try '{"rules": [{"check": "share", "max_points": 2}]}'
try '{"rules": [{"check": "share", "max_percent": 200}]}'
try '{"rules": [{"check": "growth", "max_points": "2"}]}'
try '{"rules": [{"check": "growth", "max_ratio": 0.5}]}'
try '{"rules": [{"check": "growth", "max_points": 2, "match": "("}]}'
try '{"rules": [{"check": "growth", "max_points": 2, "by": "pattern"}]}'
try '{"rules": [{"check": "gc-pause", "max": 2, "max_ratio": 2}]}'
try '{"rules": [{"check": "growth", "max_points": 2, "max_points": 3}]}'
try '{"significance": 5, "rules": [{"check": "growth", "max_points": 2}]}'
try '{"rules": [{"id": "a", "check": "growth", "max_points": 2}, {"id": "a", "check": "growth", "max_ratio": 2}]}'
"$JFRTOOL" gate --rules missing.json "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
