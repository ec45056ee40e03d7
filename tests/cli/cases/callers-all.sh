"$JFRTOOL" callers -q --all --depth 2 --min-share 30 hot "$TESTDATA/shares-17.jfr"
