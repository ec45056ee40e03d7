# A recording that was cut: lost data are not in order, and it is said who knows where they were lost.
head -c 150000 "$TESTDATA/shares-17.jfr" >cut.jfr
"$JFRTOOL" overview -q cut.jfr | grep -E '^(Not all|In order|Nothing recorded)'
