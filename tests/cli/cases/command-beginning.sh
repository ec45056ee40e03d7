"$JFRTOOL" hot rec.jfr
