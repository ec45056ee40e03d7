# Recordings, a repository, a profile, error logs and an archive, which has one of them once more: a page each but for the logs.
mkdir -p in/sub in/logs
cp "$TESTDATA/shares-17.jfr" in/sub/rec.jfr
cp "$TESTDATA/rule-warning.jfr.zst" "$TESTDATA/rule-info.jfr.zst" "$TESTDATA/rule-na.jfr.zst" in
cp -r "$TESTDATA/killed-17" in
cp "$TESTDATA"/crashed/*.log in/logs
echo 'no recording' >in/notes.txt
"$JFRTOOL" profile -q "$TESTDATA/shares-17.jfr" -o in/base.pb.gz
python3 -m zipfile -c in/ci.zip in/sub/rec.jfr "$TESTDATA/deep-17.jfr"
"$JFRTOOL" report in -o out
echo "exit $?"
ls out
cat out/summary.md
