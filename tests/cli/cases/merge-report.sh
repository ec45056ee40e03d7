# A line for each input, in order, whatever became of it; the profile is that of merge without.
mkdir in
cp "$TESTDATA/shares-17.jfr" in/a.jfr
head -c 100000 "$TESTDATA/shares-17.jfr" >in/b.jfr
: >in/c.jfr
echo nothing >in/d.jfr
cp "$TESTDATA/lambdas-25.jfr.gz" in/f.jfr.gz
cp in/a.jfr in/g.jfr
cp in/d.jfr "$(printf 'in/h"\033[31m\n.jfr')"
"$JFRTOOL" merge in missing.jfr --report in/report.ndjson -o in/all.pb.gz
echo "exit $?"
cat in/report.ndjson
"$JFRTOOL" merge -q in --by method --keep-duplicates -o plain.pb.gz
"$JFRTOOL" merge -q in --by method --keep-duplicates --report /dev/null -o reported.pb.gz
cmp plain.pb.gz reported.pb.gz && echo "the same with and without a report"
cp in/all.pb.gz first.pb.gz
"$JFRTOOL" merge -q in --report in/report.ndjson -o in/all.pb.gz
cmp first.pb.gz in/all.pb.gz && echo "the result of the run before is not counted"
# As facts has them.
"$JFRTOOL" facts -q in | python3 -c '
import json, sys
short = [json.loads(line) for line in open(sys.argv[1])]
facts = [json.loads(line) for line in sys.stdin]
facts = [fact for fact in facts if fact["path"] != "in/all.pb.gz"] # which is there now
assert len(facts) == len(short) == 7
for mine, theirs in zip(short, facts):
    for key in ("path", "id", "status", "error", "lost_bytes"):
        assert mine[key] == theirs[key], (key, mine, theirs)
    assert mine["samples"] == (theirs["samples"] or 0), (mine, theirs)
print("as facts has them")' in/report.ndjson
# What facts writes is left out, too, both of it.
mkdir twice
cp in/a.jfr twice
for _ in 1 2; do "$JFRTOOL" facts -q twice --profile twice/all.pb.gz -o twice/facts.ndjson; done
wc -l <twice/facts.ndjson
# Nothing is written with --strict; the report is.
"$JFRTOOL" merge -q --strict in/a.jfr in/b.jfr --report strict.ndjson -o strict.pb.gz
echo "exit $?"
wc -l <strict.ndjson
# A profile and its copy count once, as without a report.
cp first.pb.gz copy.pb.gz
"$JFRTOOL" merge -q first.pb.gz copy.pb.gz "$TESTDATA/lambdas-17.jfr" -o plain.pb.gz
"$JFRTOOL" merge -q first.pb.gz copy.pb.gz "$TESTDATA/lambdas-17.jfr" --report profiles.ndjson -o reported.pb.gz
cmp plain.pb.gz reported.pb.gz && wc -l <profiles.ndjson
"$JFRTOOL" merge -q in/d.jfr --report nothing.ndjson -o nothing.pb.gz
echo "exit $?"
ls
"$JFRTOOL" merge in/a.jfr --report - >both.txt
echo "exit $?"
"$JFRTOOL" merge in/a.jfr --from 1s --report r.ndjson -o x.pb.gz
echo "exit $?"
"$JFRTOOL" merge in/a.jfr --report missing/r.ndjson -o x.pb.gz
echo "exit $?"
