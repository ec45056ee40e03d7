"$JFRTOOL" callees -q --format md left "$TESTDATA/shares-17.jfr"
