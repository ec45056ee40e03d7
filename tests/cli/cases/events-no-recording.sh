"$JFRTOOL" events FileRead missing.jfr
