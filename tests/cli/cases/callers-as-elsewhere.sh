# Methods may be written as Java and IDEs do; what is misspelled or the wrong way round is said.
for name in Shares::left Shares#left 'workload.Shares::left'; do
    "$JFRTOOL" callers -q "$name" "$TESTDATA/shares-17.jfr" | head -1
done
"$JFRTOOL" callers Shares.lefft "$TESTDATA/shares-17.jfr"
"$JFRTOOL" callees "$TESTDATA/shares-17.jfr" Shares.left
"$JFRTOOL" hot-methods --include HOTHALF "$TESTDATA/shares-17.jfr"
