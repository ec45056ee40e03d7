"$JFRTOOL" hot-methods --top many rec.jfr
