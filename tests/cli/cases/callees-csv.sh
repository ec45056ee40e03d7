"$JFRTOOL" callees -q --format csv left "$TESTDATA/shares-17.jfr"
