# The same text by both ways, on stdout.
"$JFRTOOL" hot-methods --help && "$JFRTOOL" help hot-methods | cmp - <("$JFRTOOL" hot-methods --help)
