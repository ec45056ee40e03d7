"$JFRTOOL" hot-methods --from yesterday rec.jfr
