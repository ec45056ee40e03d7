"$JFRTOOL" top 1
