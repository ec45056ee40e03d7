# What is described is the new side alone.
"$JFRTOOL" whatif --base "$TESTDATA/experiments.jfr.zst" "$TESTDATA/experiments.jfr.zst" --json | sed -n '/"comparison"/,$p' | head -30
