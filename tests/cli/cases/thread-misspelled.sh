"$JFRTOOL" hot-methods --thread shares-wroker "$TESTDATA/shares-17.jfr"
