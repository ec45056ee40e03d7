# Rows of methods are those of hot-methods with the same window, all of them.
for recording in chunks-17 shares-25 hostile-17; do
    file=$TESTDATA/$recording.jfr
    "$JFRTOOL" top --once --json --window 1s "$file" | python3 -c 'import json, sys; print(json.load(sys.stdin)["methods"])' >one
    "$JFRTOOL" hot-methods --json --top 0 --from -1s "$file" | python3 -c 'import json, sys; print(json.load(sys.stdin)["methods"])' >other
    cmp one other && wc -l <one
done
