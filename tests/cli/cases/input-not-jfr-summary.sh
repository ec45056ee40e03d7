echo 'hello, this is a text file' >text.jfr
"$JFRTOOL" summary text.jfr
