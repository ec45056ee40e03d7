# By operation, and which took longest to reach; nothing of a recording without.
(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" safepoints --top 3 leak-25.jfr.zst); echo $?
"$JFRTOOL" safepoints --json "$TESTDATA/native-17.jfr"; echo $?
"$JFRTOOL" safepoints --json --allow-empty "$TESTDATA/native-17.jfr"
