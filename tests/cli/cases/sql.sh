# Recording and statement in both orders, in each format.
query="SELECT name, count(*) AS n, max(duration) AS longest FROM jdk.GCPhasePause GROUP BY 1"
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" "$query"
for format in json ndjson csv md; do
    "$JFRTOOL" sql "$query" "$TESTDATA/native-17.jfr" --format $format
done
"$JFRTOOL" sql "$TESTDATA/native-17.jfr" 'select count(*) as n from "jdk.GCPhasePause"' --json
