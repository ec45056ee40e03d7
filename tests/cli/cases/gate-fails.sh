echo '{"min_samples": 100, "rules": [{"check": "growth", "max_points": 2}]}' >gate.json
"$JFRTOOL" gate --quiet --rules gate.json "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
