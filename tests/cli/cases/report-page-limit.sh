# More recordings than pages are wanted: how many were left out is said everywhere.
mkdir in
for name in a b c; do cp "$TESTDATA/custom-17.jfr" "in/$name.jfr"; done
"$JFRTOOL" report in -o out --page-limit 2
ls out
grep -o '[0-9]* more left out[^.<"_]*' out/index.html out/summary.md out/summary.json
