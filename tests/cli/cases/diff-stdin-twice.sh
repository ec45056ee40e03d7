"$JFRTOOL" diff - -
