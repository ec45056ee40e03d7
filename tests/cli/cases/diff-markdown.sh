"$JFRTOOL" diff --quiet --format md --top 2 "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
