"$JFRTOOL" account "$TESTDATA/full-gc-11.jfr.zst"
