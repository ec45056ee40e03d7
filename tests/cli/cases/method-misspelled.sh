# Methods that are there and near to what was asked for.
"$JFRTOOL" hot-methods --include hotHlaf "$TESTDATA/shares-17.jfr"
"$JFRTOOL" hot-methods --include '^Shares\.hotThirtyy$' "$TESTDATA/shares-17.jfr"
