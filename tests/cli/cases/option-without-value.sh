"$JFRTOOL" hot-methods rec.jfr --top
