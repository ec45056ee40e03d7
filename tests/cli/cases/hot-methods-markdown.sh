# Hostile names must not become markup.
"$JFRTOOL" hot-methods --format md "$TESTDATA/hostile-17.jfr"
