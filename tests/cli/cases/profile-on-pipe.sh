# Packed or not, from standard input or a file: what it is shows.
"$JFRTOOL" profile -q --uncompressed "$TESTDATA/lambdas-17.jfr" | "$JFRTOOL" hot-methods -q --top 2 -
"$JFRTOOL" profile -q "$TESTDATA/lambdas-17.jfr" | "$JFRTOOL" hot-methods -q --top 2 -
"$JFRTOOL" profile -q "$TESTDATA/lambdas-17.jfr" -o x.jfr
zip -q x.zip x.jfr
"$JFRTOOL" hot-methods -q --top 2 x.zip
