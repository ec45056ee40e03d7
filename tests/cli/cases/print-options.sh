"$JFRTOOL" print --stack-depth many rec.jfr; echo $?
"$JFRTOOL" print --format csv rec.jfr; echo $?
"$JFRTOOL" print rec.jfr -o out.svg; echo $?
"$JFRTOOL" print --events "" rec.jfr; echo $?
