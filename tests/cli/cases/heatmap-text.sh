"$JFRTOOL" heatmap --rows 20 "$TESTDATA/shares-17.jfr"
LC_ALL=C.UTF-8 COLUMNS=80 "$JFRTOOL" heatmap -q --rows 5 --event alloc "$TESTDATA/native-17.jfr"
