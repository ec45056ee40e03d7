"$JFRTOOL" heatmap --rows 1001 "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" heatmap --rows 1001 "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" heatmap --format png "$TESTDATA/shares-17.jfr"; echo "$?"
