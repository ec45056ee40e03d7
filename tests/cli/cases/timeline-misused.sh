"$JFRTOOL" timeline --buckets 5 --resolution 1s "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" timeline --resolution 0s "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" timeline --window -5s "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" timeline -q --resolution 1us "$TESTDATA/shares-17.jfr"; echo "$?"
"$JFRTOOL" timeline --split threads "$TESTDATA/shares-17.jfr"; echo "$?"
COLUMNS=80 "$JFRTOOL" timeline --resolution 10ms "$TESTDATA/shares-17.jfr" | sed -n 4p
