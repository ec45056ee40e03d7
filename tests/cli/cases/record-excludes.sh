"$JFRTOOL" record --stop --status 1
