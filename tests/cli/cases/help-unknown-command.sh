"$JFRTOOL" help flaem
