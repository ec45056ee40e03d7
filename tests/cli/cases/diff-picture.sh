"$JFRTOOL" diff "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" -o diff.svg &&
    grep -o "<title>[^<]*hotHalf[^<]*</title>" diff.svg | head -n 1
grep -c "class=\"legend\"" diff.svg
