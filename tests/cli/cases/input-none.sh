"$JFRTOOL" hot-methods
"$JFRTOOL" summary
"$JFRTOOL" whatif
