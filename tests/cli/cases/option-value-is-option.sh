"$JFRTOOL" hot-methods -o --json rec.jfr
