# An archive alone; the repository in it is one recording.
cp -r "$TESTDATA/killed-17" .
cp "$TESTDATA/shares-17.jfr" rec.jfr
python3 -m zipfile -c ci.zip killed-17 rec.jfr
"$JFRTOOL" report -q ci.zip -o out
ls out
grep -E '^. (ok|remark)' out/summary.md
