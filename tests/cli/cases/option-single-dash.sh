"$JFRTOOL" hot-methods -top 3 rec.jfr
