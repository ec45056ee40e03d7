# --max-rows takes a number of rows, and nothing else.
for rows in 0 3 -1 +1 x 1x "" 18446744073709551615; do
    "$JFRTOOL" sql "$TESTDATA/native-17.jfr" --max-rows "$rows" "SELECT type FROM all_events ORDER BY 1" >said 2>&1
    echo "exit $?, $(wc -l <said) lines: $(head -n 1 said)"
done
