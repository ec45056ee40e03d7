mkdir empty
"$JFRTOOL" top --once empty; echo $?
"$JFRTOOL" top --once interval=5ms empty; echo $?
echo nothing >text
"$JFRTOOL" top --once text; echo $?
