"$JFRTOOL" diff --exit-code --quiet --top 6 "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
