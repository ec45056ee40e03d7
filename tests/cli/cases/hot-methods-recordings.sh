# In how many recordings a row was seen; a copy of a recording is not another one.
mkdir in
cp "$TESTDATA/shares-17.jfr" in/a.jfr
cp in/a.jfr in/copy.jfr
cp "$TESTDATA/lambdas-17.jfr" in/b.jfr
cp "$TESTDATA/lambdas-25.jfr.gz" in/c.jfr.gz
echo nothing >in/d.jfr
"$JFRTOOL" hot-methods -q --recordings --sort total --top 12 in
"$JFRTOOL" hot-methods -q --recordings --json --top 0 --sort total in >all.json
# By each recording alone.
for f in a.jfr b.jfr c.jfr.gz; do "$JFRTOOL" hot-methods -q --json --top 0 in/$f; echo; done |
    python3 -c '
import collections, json, sys
seen, text, at = collections.Counter(), sys.stdin.read().strip(), 0
while at < len(text):
    one, at = json.JSONDecoder().raw_decode(text, at)
    while at < len(text) and text[at].isspace(): at += 1
    seen.update((r["class"], r["method"], r["descriptor"]) for r in one["methods"])
all = json.load(open("all.json"))
assert all["recordings"] == 3, all["recordings"]
for r in all["methods"]:
    assert r["recordings"] == seen[(r["class"], r["method"], r["descriptor"])], r
print(len(all["methods"]), "rows, as each recording alone has them")'
# Of several event types, which not all recordings have.
"$JFRTOOL" hot-methods -q --recordings --event ThreadStart --event test.Share --by class --sort total --top 4 --format csv in
"$JFRTOOL" hot-methods -q --recordings --from 1s in
echo "exit $?"
"$JFRTOOL" hot-methods -q --recordings - <in/a.jfr
echo "exit $?"
