# A name whose format a command cannot write is refused before anything is read.
for name in x.svg x.pb.gz; do "$JFRTOOL" hot-methods missing.jfr -o "$name"; echo "$?"; done
"$JFRTOOL" flame missing.jfr -o x.json; echo "$?"
"$JFRTOOL" flame missing.jfr -o folder/x.txt; echo "$?"
"$JFRTOOL" profile missing.jfr -o x.json; echo "$?"
"$JFRTOOL" merge missing.jfr -o x.svg; echo "$?"
"$JFRTOOL" collapsed missing.jfr -o x.svg; echo "$?"
"$JFRTOOL" gate missing.jfr missing.jfr -o x.svg; echo "$?"
"$JFRTOOL" hot-methods --format svg missing.jfr; echo "$?"
ls
