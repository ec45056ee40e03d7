# A type without stack traces has no frame that fits: none is left, and all if frames are to be missing.
"$JFRTOOL" events -q jdk.ThreadAllocationStatistics --by thread --include java "$TESTDATA/chunks-17.jfr" | tail -n 1
"$JFRTOOL" events -q jdk.ThreadAllocationStatistics --by thread --exclude java "$TESTDATA/chunks-17.jfr" | tail -n 1
"$JFRTOOL" allocations -q --include java "$TESTDATA/chunks-17.jfr"
