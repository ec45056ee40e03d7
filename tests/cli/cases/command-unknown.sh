"$JFRTOOL" frobnicate
