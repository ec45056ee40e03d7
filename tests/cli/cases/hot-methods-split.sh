# Samples split by a field of the events that they lie in, or by one of their own, whatever it holds.
"$JFRTOOL" hot-methods -q --top 1 -e native --within FileRead --by path "$TESTDATA/native-17.jfr"
(cd "$TESTDATA" && COLUMNS=60 "$JFRTOOL" hot-methods -q --top 2 -e test.Everything --by stringField,line custom-17.jfr)
"$JFRTOOL" hot-methods -q --top 1 -e test.Everything --by stringField --format csv "$TESTDATA/custom-17.jfr"
"$JFRTOOL" hot-methods -q --top 1 -e test.Everything --by stringField --json "$TESTDATA/custom-17.jfr" | head -40
"$JFRTOOL" collapsed -q -e test.Everything --by field:stringField "$TESTDATA/custom-17.jfr"
"$JFRTOOL" flame -q -e test.Everything --by stringField "$TESTDATA/custom-17.jfr" | grep -c 'class="frames"'
"$JFRTOOL" hot-methods --top 1 -e native --within FileRead --overlap "$TESTDATA/native-17.jfr"
