"$JFRTOOL" hot-methods --tpo 3 rec.jfr
