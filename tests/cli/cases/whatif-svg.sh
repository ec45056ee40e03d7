# Intervals, gains, CPU shares and the control, in one file that stands alone.
"$JFRTOOL" whatif --svg "$TESTDATA/experiments.jfr.zst"
