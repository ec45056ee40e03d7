# Standard input, compressed or not, is the same as the file.
"$JFRTOOL" hot-methods --json -q "$TESTDATA/shares-17.jfr" >file.json
"$JFRTOOL" hot-methods --json -q - <"$TESTDATA/shares-17.jfr" | cmp - file.json
gzip -c "$TESTDATA/shares-17.jfr" | "$JFRTOOL" hot-methods --json -q - | cmp - file.json
