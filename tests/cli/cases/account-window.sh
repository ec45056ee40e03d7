"$JFRTOOL" account --from 1s --to 2s "$TESTDATA/traffic-25.jfr.zst"
