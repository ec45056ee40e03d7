"$JFRTOOL" hot-methods --top 1 "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-17.jfr" | grep -v '^Next' | grep . | tail -2
"$JFRTOOL" hot-methods --top 1 -q --keep-duplicates "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-17.jfr" | grep -v '^Next' | grep . | tail -2
