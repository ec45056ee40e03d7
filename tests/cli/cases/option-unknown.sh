"$JFRTOOL" hot-methods --frobnicate rec.jfr
