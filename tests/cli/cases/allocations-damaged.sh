head -c 150000 "$TESTDATA/native-17.jfr" > cut.jfr; "$JFRTOOL" allocations --top 2 cut.jfr
