# --timeout is a duration as --duration is; a number alone is seconds.
"$JFRTOOL" record --timeout 3 no.such.Main
"$JFRTOOL" record --timeout 500ms no.such.Main
"$JFRTOOL" record --timeout soon no.such.Main
