# A page, by the name of the output or by the format; names of the recording are in it only packed.
"$JFRTOOL" overview -q "$TESTDATA/hostile-17.jfr" -o page.html
grep -c 'id="data"' page.html
grep -c 'workload' page.html
"$JFRTOOL" overview -q --format html - <"$TESTDATA/native-17.jfr" | grep -c 'id="data"'
"$JFRTOOL" "$TESTDATA/shares-17.jfr" -q -o other.html && head -c 15 other.html && echo
"$JFRTOOL" overview -q --format html missing.jfr
