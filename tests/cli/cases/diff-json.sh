"$JFRTOOL" diff --quiet --json --top 2 "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
