# Rows of one line are told apart by their bytecode index.
"$JFRTOOL" hot-methods -q --by bci -n0 "$TESTDATA/shares-17.jfr" | grep hotHalf
"$JFRTOOL" hot-methods -q --by bci -n1 --format csv "$TESTDATA/shares-17.jfr"
"$JFRTOOL" callers -q --by bci hotHalf --all "$TESTDATA/shares-17.jfr" | head -1
