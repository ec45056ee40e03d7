echo "not a recording" >text.jfr
"$JFRTOOL" check text.jfr
