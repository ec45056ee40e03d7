# A line for each recording, in order, whatever became of it; the sum is the bytes of merge.
pick() { # KEY...: values of each line, as JSON
    python3 -c '
import functools, json, sys
for line in sys.stdin:
    value = json.loads(line)
    print(json.dumps([functools.reduce(lambda at, key: at and at[key], key.split("."), value)
                      for key in sys.argv[1:]]))' "$@"
}
mkdir in
cp "$TESTDATA/shares-17.jfr" in/a.jfr
head -c 100000 "$TESTDATA/shares-17.jfr" >in/b.jfr
: >in/c.jfr
echo nothing >in/d.jfr
echo nothing >in/e.txt
cp "$TESTDATA/lambdas-25.jfr.gz" in/f.jfr.gz
cp in/a.jfr in/g.jfr
"$JFRTOOL" facts --profile all.pb.gz --top 2 in missing.jfr >lines.ndjson
echo "exit $?"
pick path status id error.code samples hot <lines.ndjson
"$JFRTOOL" merge -q in -o merged.pb.gz
cmp all.pb.gz merged.pb.gz && echo "the sum is that of merge"
"$JFRTOOL" facts -q in/a.jfr | python3 -m json.tool
