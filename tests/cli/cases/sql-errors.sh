# What is wrong, where, and what may be meant.
for statement in "SELECT * FORM GCPhasePause" "SELECT * FROM GCPhasePauze" "SELECT * FROM jdk.nothing_of_the_kind" \
    "SELECT
   count(*),
   durration
FROM GCPhasePause" "SELECT nothing_of_the_kind FROM GCPhasePause" "SELECT 'x' REGEXP '('" "SELECT quantile(1, 7)" \
    "SELECT bucket(1, 'x')" ".tablse" ".schema" ; do
    "$JFRTOOL" sql "$TESTDATA/native-17.jfr" -f - <<<"$statement" 2>&1
    echo "$?"
done
"$JFRTOOL" sql "SELECT 1" 2>&1
"$JFRTOOL" sql nothing.jfr "SELECT 1" 2>&1
echo "$?"
echo nothing >no.jfr
"$JFRTOOL" sql no.jfr "SELECT 1" 2>&1
echo "$?"
"$JFRTOOL" sql no.jfr "$TESTDATA/native-17.jfr" "SELECT 1" 2>&1
echo "$?"
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" --timeout 10ms \
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c" 2>&1
echo "$?"
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" --max-rows 2 "SELECT type FROM all_events ORDER BY 1" 2>&1
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" -f . 2>&1
echo "$?"
# A quoted name of no column is an error, not the text that it would be for SQLite.
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" 'SELECT max("heapSpace.committedSize") FROM GCHeapSummary' 2>&1
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" 'SELECT count(*) FROM GCHeapSummary WHERE "when" = "After GC"' 2>&1
echo "$?"
