"$JFRTOOL" method-profiling -q --json --top 2 "$TESTDATA/rule-periods.jfr.zst"
