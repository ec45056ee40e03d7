"$JFRTOOL" whatif --base "$TESTDATA/experiments.jfr.zst" 4711
