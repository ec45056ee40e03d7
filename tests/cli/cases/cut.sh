"$JFRTOOL" cut --to 1s "$TESTDATA/chunks-17.jfr" -o first.jfr
"$JFRTOOL" cut --from 1s "$TESTDATA/chunks-17.jfr" -o second.jfr
"$JFRTOOL" assemble first.jfr second.jfr -o both.jfr
for f in "$TESTDATA/chunks-17.jfr" first.jfr second.jfr both.jfr; do
    "$JFRTOOL" print --json --stack-depth 64 $f | python3 -c '
import hashlib, json, sys
events = sorted(json.dumps(e) for e in json.load(sys.stdin)["recording"]["events"])
print(len(events), hashlib.sha256("".join(events).encode()).hexdigest()[:8])'
done
"$JFRTOOL" summary first.jfr | sed -n 2,5p
