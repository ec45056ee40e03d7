"$JFRTOOL" diff --quiet --subtree --top 4 --by class "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
