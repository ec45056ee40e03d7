"$JFRTOOL" timeline -q --thread nobody "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" timeline -q --thread nobody --allow-empty "$TESTDATA/shares-17.jfr" | head -n 6
for format in json csv md; do
    "$JFRTOOL" timeline -q --thread nobody --allow-empty --format $format "$TESTDATA/shares-17.jfr" 2>/dev/null |
        wc -l | xargs test 5 -lt && echo "$format"
done
"$JFRTOOL" heatmap -q --thread nobody --allow-empty --rows 2 "$TESTDATA/shares-17.jfr"
"$JFRTOOL" threads -q --thread nobody --allow-empty "$TESTDATA/shares-17.jfr"
