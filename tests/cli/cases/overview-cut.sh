# A recording that was cut: lost data are a finding, and it is said who knows where they were lost.
head -c 150000 "$TESTDATA/shares-17.jfr" >cut.jfr
"$JFRTOOL" overview -q cut.jfr | grep -E '^(Not all|No findings|Nothing recorded)'
