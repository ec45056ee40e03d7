# A recording without heap and samples; one that was cut where its constants are.
"$JFRTOOL" leaks "$TESTDATA/shares-17.jfr"; echo $?
"$JFRTOOL" leaks --json --allow-empty "$TESTDATA/shares-17.jfr" | head -12
zstd -dqc "$TESTDATA/leak-25.jfr.zst" >whole.jfr
head -c $(($(wc -c <whole.jfr) - 1000)) whole.jfr >cut.jfr
COLUMNS=80 "$JFRTOOL" leaks --top 2 cut.jfr 2>/dev/null | head -4
