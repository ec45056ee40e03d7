# what jfr, jfrconv and others call an option is taken where it is the same
"$JFRTOOL" events --events jdk.CPULoad --count "$TESTDATA/shares-17.jfr"
"$JFRTOOL" events --event CPULoad --count "$TESTDATA/shares-17.jfr"
"$JFRTOOL" hot-methods --limit 1 "$TESTDATA/shares-17.jfr"
# and what is another thing here leads there
"$JFRTOOL" hot-methods --wall "$TESTDATA/shares-17.jfr"
"$JFRTOOL" gc --wall "$TESTDATA/shares-17.jfr"
