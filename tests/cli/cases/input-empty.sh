: >empty.jfr
"$JFRTOOL" hot-methods empty.jfr
