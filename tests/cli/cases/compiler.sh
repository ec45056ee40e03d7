# What was compiled, by level and method; what was taken back; nothing of a recording without.
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" compiler --top 3 leak-25.jfr.zst); echo $?
"$JFRTOOL" compiler "$TESTDATA/shares-17.jfr"; echo $?
"$JFRTOOL" compiler --json --allow-empty "$TESTDATA/shares-17.jfr"
