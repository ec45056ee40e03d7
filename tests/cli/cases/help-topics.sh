# What commands share is said once; another topic there is not.
"$JFRTOOL" help filters | grep -E '^[A-Z]|--(event|where|within|by) '
"$JFRTOOL" help output | grep -E '^[A-Z]|--(format|jobs|output|help) '
"$JFRTOOL" help filter | cmp - <("$JFRTOOL" help filters)
"$JFRTOOL" help filtres
