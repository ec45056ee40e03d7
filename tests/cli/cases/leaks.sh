# The heap grows; what stays is kept by a list in a registry; fifteen class loaders.
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" leaks --top 3 leak-25.jfr.zst); echo $?
"$JFRTOOL" leaks --json "$TESTDATA/leak-25.jfr.zst" | grep -A40 '"candidates"' | head -32
"$JFRTOOL" leaks --format csv "$TESTDATA/leak-25.jfr.zst" | head -9
