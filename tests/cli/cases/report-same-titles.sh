# Two recordings of one name below two paths are two, and told apart.
mkdir one two
cp "$TESTDATA/shares-17.jfr" one/rec.jfr
cp "$TESTDATA/shares-25.jfr" two/rec.jfr
"$JFRTOOL" report -q one two -o out
ls out
grep -E '^. (ok|remark)' out/summary.md
