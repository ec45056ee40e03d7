"$JFRTOOL" whatif "$TESTDATA/experiments.jfr.zst"
