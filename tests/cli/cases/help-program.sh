"$JFRTOOL" help && "$JFRTOOL" --help | cmp - <("$JFRTOOL" help)
