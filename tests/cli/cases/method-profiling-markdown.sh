# Fits into a comment on a pull request: the verdict first, the rest folded.
"$JFRTOOL" method-profiling -q --format md "$TESTDATA/rule-warning.jfr.zst"
