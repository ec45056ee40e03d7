"$JFRTOOL" hot-methods missing.jfr
