"$JFRTOOL" diff --quiet --format csv --sort total --top 3 "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
