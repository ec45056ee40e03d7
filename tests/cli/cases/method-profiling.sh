# The verdict, the table, callers and callees, the recording; INFO.
"$JFRTOOL" method-profiling "$TESTDATA/rule-info.jfr.zst"
