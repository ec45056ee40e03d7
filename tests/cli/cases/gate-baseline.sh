# A base in kilobytes: what passes becomes the next base, what fails does not.
"$JFRTOOL" gate --quiet --update-baseline base.pb.gz "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" >/dev/null
echo "exit $?"
[ "$(wc -c <base.pb.gz)" -lt 10000 ] && echo small
"$JFRTOOL" gate --quiet base.pb.gz "$TESTDATA/shares-17.jfr"
echo "exit $?"
echo '{"min_samples": 100, "rules": [{"check": "growth", "max_points": 2}]}' >gate.json
cp base.pb.gz before
"$JFRTOOL" gate --rules gate.json --update-baseline base.pb.gz base.pb.gz "$TESTDATA/deep-17.jfr" >/dev/null
echo "exit $?"
cmp before base.pb.gz
"$JFRTOOL" diff --quiet --exit-code --top 3 base.pb.gz "$TESTDATA/shares-25.jfr"
