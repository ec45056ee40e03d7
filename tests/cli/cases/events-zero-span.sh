# A span of nothing has its unit, as any other.
"$JFRTOOL" events ActiveSetting --top 1 "$TESTDATA/shares-17.jfr" 2>&1
