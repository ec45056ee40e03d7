# Of a side without samples nothing is said that they would be of.
"$JFRTOOL" diff --quiet "$TESTDATA"/full-gc-11.jfr.zst "$TESTDATA"/shares-17.jfr | grep -E '^(base|new) .*samples'
"$JFRTOOL" diff --quiet "$TESTDATA"/shares-17.jfr "$TESTDATA"/full-gc-11.jfr.zst | grep -E '^(base|new) .*samples'
