"$JFRTOOL" help && "$JFRTOOL" --help | cmp - <("$JFRTOOL" help) && "$JFRTOOL" -h | cmp - <("$JFRTOOL" help)
