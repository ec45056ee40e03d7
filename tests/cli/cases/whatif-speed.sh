"$JFRTOOL" whatif --speed 91 "$TESTDATA/experiments.jfr.zst"
