"$JFRTOOL" hot-methods --include 'a(b' rec.jfr
