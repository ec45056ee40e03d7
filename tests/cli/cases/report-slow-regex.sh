# As in other commands, a pattern that is given up on some names is named.
"$JFRTOOL" report --include '^(([A-Za-z$._])+)+[#~]$' "$TESTDATA/shares-17.jfr" -o report
