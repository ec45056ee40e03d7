# Says what is there; with --allow-empty the empty result is written.
"$JFRTOOL" hot-methods --event lock "$TESTDATA/shares-17.jfr"
echo "exit $?"
"$JFRTOOL" hot-methods --event lock --allow-empty --json "$TESTDATA/shares-17.jfr"
