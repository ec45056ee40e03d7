"$JFRTOOL" diff --top 5 "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
