# With --base, all operands are new.
"$JFRTOOL" diff --quiet --exit-code --top 3 --base "$TESTDATA/shares-17.jfr" --base "$TESTDATA/shares-25.jfr" \
    "$TESTDATA/shares-25.jfr" "$TESTDATA/shares-17.jfr"
