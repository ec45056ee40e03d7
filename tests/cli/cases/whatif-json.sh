"$JFRTOOL" whatif --json "$TESTDATA/experiments.jfr.zst"
