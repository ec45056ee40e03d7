"$JFRTOOL" allocations --top 3 "$TESTDATA/native-17.jfr"
