# What is not there, and what may be meant.
"$JFRTOOL" view gc-puses "$TESTDATA/native-17.jfr" 2>&1
echo "$?"
"$JFRTOOL" view nothing_of_the_kind "$TESTDATA/native-17.jfr" 2>&1
echo "$?"
"$JFRTOOL" view gc-cpu-time "$TESTDATA/native-17.jfr" 2>&1
echo "$?"
"$JFRTOOL" view gc-cpu-time "$TESTDATA/native-17.jfr" --allow-empty --json
echo "$?"
"$JFRTOOL" view gc 2>&1
"$JFRTOOL" view "$TESTDATA/native-17.jfr" 2>&1
"$JFRTOOL" view nothing --sql 2>&1
printf -- '-- Broken\n-- table, mine\nSELECT x FROM GCPhasePause' >broken.sql
"$JFRTOOL" view ./broken.sql "$TESTDATA/native-17.jfr" 2>&1
echo "$?"
printf -- '-- Writes\n-- table, mine\nDELETE FROM GCPhasePause' >writes.sql
"$JFRTOOL" view ./writes.sql "$TESTDATA/native-17.jfr" 2>&1
echo "$?"
"$JFRTOOL" view hot-methods "$TESTDATA/hostile-17.jfr" 2>&1 | LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f]'
