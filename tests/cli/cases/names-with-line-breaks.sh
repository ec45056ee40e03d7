# A line break in the name of a file or event begins no line of a report: it could be one that a CI system
# acts upon.
new=$(printf 'new\n::error::of a file')
cp "$TESTDATA/shares-17.jfr" base.jfr
cp base.jfr "$new"
"$JFRTOOL" profile -q --uncompressed base.jfr -o base.pb
python3 -c 'import sys
data = open(sys.argv[1], "rb").read()
name = b"jdk\n::error::a type"
assert b"jdk.ExecutionSample" in data
open(sys.argv[2], "wb").write(data.replace(b"jdk.ExecutionSample", name[:19]))' base.pb hostile.pb
for format in text md html; do
    for command in hot-methods threads tree 'callers hotHalf' 'callees main' method-profiling summary; do
        "$JFRTOOL" $command --format $format hostile.pb
    done
    for command in diff 'diff --subtree main' gate; do
        "$JFRTOOL" $command --format $format base.pb hostile.pb
        "$JFRTOOL" $command --format $format base.jfr "$new"
    done
    for command in timeline heatmap; do "$JFRTOOL" $command --format $format "$new"; done
done >out 2>&1
"$JFRTOOL" gate --markdown - --github-annotations base.pb "$new" >>out 2>&1
"$JFRTOOL" report "$new" hostile.pb -o report >>out 2>&1
cat report/summary.md report/index.html >>out
grep -c 'samples of jdk\\x0a::error' out
grep '^ *::error' out || echo 'none begins with it'
