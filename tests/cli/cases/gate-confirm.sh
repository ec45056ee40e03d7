# What the first recording shows and the second does not, does not fail.
echo '{"min_samples": 100, "rules": [{"check": "growth", "of": "self", "max_points": 2}]}' >gate.json
for again in shares-25 deep-17; do
    "$JFRTOOL" gate --quiet --rules gate.json --confirm "$TESTDATA/$again.jfr" "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
    echo "exit $?"
done
