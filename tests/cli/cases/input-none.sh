"$JFRTOOL" hot-methods
"$JFRTOOL" summary
