# More seconds than columns: a column is several of them, which the first line says; no sample is lost.
COLUMNS=20 "$JFRTOOL" heatmap -q --rows 4 "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" | head -n 1
"$JFRTOOL" heatmap -q --rows 4 --json "$TESTDATA/shares-17.jfr" "$TESTDATA/lambdas-17.jfr" | python3 -c '
import json, sys
m = json.load(sys.stdin)
print(m["columns"] <= 300, sum(map(sum, m["cells"])) == m["samples"])'
