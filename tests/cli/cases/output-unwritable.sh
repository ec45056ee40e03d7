"$JFRTOOL" hot-methods -o nowhere/out.txt rec.jfr
