# --query is a text: never a file, an option, a command of the shell or the name of one.
cp "$TESTDATA/native-17.jfr" a.jfr
cp a.jfr "SELECT 1"
cp a.jfr secret.jfr
for text in "SELECT 1 AS one" "$(printf -- '-- which one\nSELECT 2 AS two')" "/* a */ SELECT 3 AS three; SELECT 4 AS four" "SELEC 1" \
    "secret.jfr" "@secret.jfr" "--help" "-o x" ".tables" "SELECT 5 AS five; .help" "-" "-- nothing" ";" ""; do
    "$JFRTOOL" sql --format csv "--query=$text" -- a.jfr 2>&1 </dev/null
    echo "$?"
done
"$JFRTOOL" sql --format csv a.jfr --query "SELECT 6 AS six" --query "SELECT 7 AS seven" </dev/null
"$JFRTOOL" sql --format csv --query "SELECT 8 AS eight" 2>&1
"$JFRTOOL" sql --format csv a.jfr --query "SELECT 9 AS nine" "SELECT 10" 2>&1
printf -- '-- from a pipe\nSELECT 11 AS eleven' | "$JFRTOOL" sql --format csv a.jfr
echo "SELEC" | "$JFRTOOL" sql a.jfr 2>&1
ls
