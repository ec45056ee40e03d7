"$JFRTOOL" --json hot-methods rec.jfr
