"$JFRTOOL" account "$TESTDATA/cputime-25.jfr.zst"
