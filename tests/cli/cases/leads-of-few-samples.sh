# Few samples have no sentence about shares of them; a window that leaves enough has one.
few=$TESTDATA/custom-17.jfr
enough=$TESTDATA/shares-17.jfr
for command in threads timeline hot-methods; do
    echo "$command: $("$JFRTOOL" "$command" -q "$few" | grep -cE '% of the|The busiest')" \
        "$("$JFRTOOL" "$command" -q --to 200ms "$enough" | grep -cE '% of the|The busiest')" \
        "$("$JFRTOOL" "$command" -q --to 300ms "$enough" | grep -cE '% of the|The busiest')"
done
# Samples that are not of CPU time say nothing of it; threads that nobody knows are not said.
"$JFRTOOL" threads -q --event lock --each "$TESTDATA/shop-17.jfr.zst" | head -n 1
"$JFRTOOL" collapsed -q "$enough" >stacks.collapsed
"$JFRTOOL" threads -q stacks.collapsed | head -n 1
