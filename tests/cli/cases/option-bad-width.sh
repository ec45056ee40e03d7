"$JFRTOOL" flame --min-width -1 rec.jfr
