"$JFRTOOL" hot-methods --hidden=yes rec.jfr
