"$JFRTOOL" top --once no.such.Main
"$JFRTOOL" top --once
"$JFRTOOL" top --once one two
"$JFRTOOL" top --once 99999999
