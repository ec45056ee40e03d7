"$JFRTOOL" help >&-
