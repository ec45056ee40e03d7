"$JFRTOOL" hot-metods rec.jfr
