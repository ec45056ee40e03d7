mkdir out
"$JFRTOOL" hot-methods -o out rec.jfr
