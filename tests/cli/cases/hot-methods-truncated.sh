# The hint how to record deeper stacks.
"$JFRTOOL" hot-methods --top 1 "$TESTDATA/deep-17.jfr"
