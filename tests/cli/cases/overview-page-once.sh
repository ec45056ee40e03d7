# A page is one reading: of a pipe, which can be read once, it is the same as of a file of that name.
cp "$TESTDATA/native-17.jfr" "standard input"
"$JFRTOOL" overview -q "standard input" -o file.html
cat "standard input" | "$JFRTOOL" overview -q - -o pipe.html
cmp file.html pipe.html && echo same
