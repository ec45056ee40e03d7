# Two states of a thread are all that are shown, and no more are promised; one state has no share.
"$JFRTOOL" threads -q "$TESTDATA/../tests/cases/async-profiler-1.jfr"
"$JFRTOOL" threads -q "$TESTDATA/../tests/cases/wall-2.9.jfr.zst" | head -n 8 | cut -c 1-60
