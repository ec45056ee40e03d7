"$JFRTOOL" tree -q --reverse --depth 2 "$TESTDATA/shares-17.jfr"
