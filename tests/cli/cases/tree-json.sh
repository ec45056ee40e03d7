"$JFRTOOL" tree -q --json --min-share 40 "$TESTDATA/shares-17.jfr"
