# Of which there was no window.
"$JFRTOOL" whatif --speed 10 "$TESTDATA/experiments.jfr.zst"
