"$JFRTOOL" timeline -q --format csv --resolution 1s "$TESTDATA/shares-25.jfr"
"$JFRTOOL" timeline -q --format csv --split state --buckets 3 --event native "$TESTDATA/native-17.jfr"
