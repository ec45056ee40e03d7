# A pattern that tries every way to divide a name is given up on it, and that is said.
"$JFRTOOL" hot-methods --include '^(([A-Za-z$._])+)+[#~]$' "$TESTDATA/shares-17.jfr"
echo $?
"$JFRTOOL" callers '^(([A-Za-z$._])+)+[#~]$' "$TESTDATA/shares-17.jfr"
