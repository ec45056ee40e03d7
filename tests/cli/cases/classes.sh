# Loaders of one kind are a row: each of fifteen loaded one class.
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" classes --top 5 leak-25.jfr.zst); echo $?
"$JFRTOOL" classes "$TESTDATA/shares-25.jfr"; echo $?
"$JFRTOOL" classes --format csv "$TESTDATA/leak-25.jfr.zst" | head -5
