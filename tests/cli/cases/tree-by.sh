"$JFRTOOL" tree -q --by package "$TESTDATA/shares-17.jfr"
"$JFRTOOL" tree -q --by line --frame-type --min-share 20 "$TESTDATA/shares-17.jfr"
"$JFRTOOL" tree -q --by module --format csv "$TESTDATA/shares-17.jfr"
