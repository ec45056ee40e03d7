"$JFRTOOL" timeline -q --format md --top 2 "$TESTDATA/shares-25.jfr"
