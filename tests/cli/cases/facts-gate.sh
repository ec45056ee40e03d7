# Each recording is judged by itself against one base.
pick() { # KEY...: values of each line, as JSON
    python3 -c '
import functools, json, sys
for line in sys.stdin:
    value = json.loads(line)
    print(json.dumps([functools.reduce(lambda at, key: at and at[key], key.split("."), value)
                      for key in sys.argv[1:]]))' "$@"
}
"$JFRTOOL" profile -q "$TESTDATA/lambdas-17.jfr" -o base.pb.gz
"$JFRTOOL" facts -q --base base.pb.gz "$TESTDATA/lambdas-17.jfr" "$TESTDATA/shares-17.jfr" | pick gate
cat >rules.json <<'JSON'
{"rules": [{"id": "hot", "check": "share", "max_percent": 40}, {"id": "gc", "check": "finding", "rule": "FullGc"}]}
JSON
"$JFRTOOL" facts -q --gate rules.json "$TESTDATA/shares-17.jfr" | pick gate
# What compares is not judged without a base; a total's limit is. Nothing judged is no pass.
cat >growth.json <<'JSON'
{"rules": [{"id": "grows", "check": "growth", "max_points": 1},
           {"id": "pauses", "check": "gc-pause", "max_growth": 1, "min_samples": 1}]}
JSON
cat >limits.json <<'JSON'
{"rules": [{"id": "grows", "check": "growth", "max_points": 1},
           {"id": "pattern", "check": "share", "by": "pattern", "match": "hotHalf", "max_percent": 40},
           {"id": "self", "check": "share", "of": "self", "max_percent": 60},
           {"id": "longest", "check": "gc-pause", "of": "longest", "max": 200000, "min_samples": 1}]}
JSON
"$JFRTOOL" facts --gate growth.json "$TESTDATA/shares-17.jfr" | pick gate
"$JFRTOOL" facts -q --gate limits.json "$TESTDATA/shares-17.jfr" | pick gate
sed -i 's/"check": "share"/"event": "alloc", "check": "share"/' rules.json
"$JFRTOOL" facts -q --gate rules.json "$TESTDATA/shares-17.jfr"
echo "exit $?"
"$JFRTOOL" facts -q --base missing.pb.gz "$TESTDATA/shares-17.jfr"
echo "exit $?"
