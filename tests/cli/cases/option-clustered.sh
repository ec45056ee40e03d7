# As everywhere on Unix: letters together, values attached.
"$JFRTOOL" hot-methods -qn1 "$TESTDATA/shares-17.jfr" | head -2
"$JFRTOOL" hot-methods -qn 1 -stotal "$TESTDATA/shares-17.jfr" | head -2
"$JFRTOOL" hot-methods -qzn1 "$TESTDATA/shares-17.jfr"
