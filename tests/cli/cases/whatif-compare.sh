"$JFRTOOL" whatif "$TESTDATA/experiments.jfr.zst" "$TESTDATA/experiments.jfr.zst"
