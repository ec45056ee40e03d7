# People see the types with most events, with digits in groups and shares; programs get all.
"$JFRTOOL" summary --top 3 "$TESTDATA/shares-17.jfr" | tail -5
"$JFRTOOL" summary --top 3 --format csv "$TESTDATA/shares-17.jfr" | wc -l
