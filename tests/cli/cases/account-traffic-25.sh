"$JFRTOOL" account "$TESTDATA/traffic-25.jfr.zst"
