"$JFRTOOL" help >/dev/full
