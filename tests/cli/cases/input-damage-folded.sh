# Damage is one line for each recording and kind; summary has all of it.
head -c 100000 "$TESTDATA/shares-17.jfr" >cut.jfr
"$JFRTOOL" hot-methods cut.jfr | head -3
"$JFRTOOL" summary cut.jfr 2>/dev/null | grep -A9 Warnings
"$JFRTOOL" summary --json cut.jfr 2>/dev/null | grep -c '"offset":' 
