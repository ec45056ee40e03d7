# Recordings of two JDKs: what the second adds is there, what it has otherwise is said.
"$JFRTOOL" metadata --events 'ObjectAllocation*,CPUTimeSample,GCHeapSummary' "$TESTDATA/lambdas-17.jfr" "$TESTDATA/lambdas-25.jfr.gz" | grep ^class
