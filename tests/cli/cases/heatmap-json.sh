"$JFRTOOL" heatmap --json --rows 3 "$TESTDATA/shares-25.jfr"
"$JFRTOOL" heatmap -q --format csv --rows 2 "$TESTDATA/shares-25.jfr" | head -n 5
"$JFRTOOL" heatmap -q --format md "$TESTDATA/shares-25.jfr"
