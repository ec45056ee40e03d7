# A window without a CPU load says nothing of processors but that there was none.
"$JFRTOOL" overview -q --from 100ms --to 200ms "$TESTDATA/shares-17.jfr" | grep -E 'processors|Nothing recorded'
"$JFRTOOL" rules -q --rule HighJvmCpu --from 100ms --to 200ms --json "$TESTDATA/shares-17.jfr" | grep -E '"(severity|score|reason)"'
