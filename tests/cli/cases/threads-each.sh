"$JFRTOOL" threads -q --each --format csv --top 4 "$TESTDATA/shares-25.jfr"
"$JFRTOOL" threads -q --roll-up group --format md "$TESTDATA/shares-25.jfr"
"$JFRTOOL" threads -q --each --thread worker "$TESTDATA/shares-25.jfr"
