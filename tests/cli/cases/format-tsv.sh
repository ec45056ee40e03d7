# Rows between tabs: of reports, of events, of statements; a text with tabs and line ends in it stays one field.
"$JFRTOOL" hot-methods --top 2 --format tsv "$TESTDATA/shares-17.jfr"
"$JFRTOOL" hot-methods -q --top 1 -o out.tsv "$TESTDATA/shares-17.jfr" && cat out.tsv
"$JFRTOOL" events jdk.CPULoad --fields startTime,machineTotal --top 1 --format tsv "$TESTDATA/shares-17.jfr"
"$JFRTOOL" sql --format tsv "$TESTDATA/shares-17.jfr" \
    "SELECT 1 AS a, 'x' || char(9) || 'y' || char(10) || 'z\' AS b, '=1' AS c, NULL AS d, 1.5 AS e, '' AS f"
"$JFRTOOL" view jvm-information --format tsv "$TESTDATA/shares-17.jfr" | head -n 1
"$JFRTOOL" collapsed --format tsv "$TESTDATA/shares-17.jfr"
"$JFRTOOL" locks --format tsv -o out.csv "$TESTDATA/native-17.jfr" && head -n 1 out.csv
