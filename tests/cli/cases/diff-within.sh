"$JFRTOOL" diff --against-within test.Text "$TESTDATA/hostile-17.jfr" 2>&1 | head -n 1
"$JFRTOOL" diff --within test.Text --window 1s.. "$TESTDATA/hostile-17.jfr" 2>&1 | head -n 1
"$JFRTOOL" diff --within test.Text - < "$TESTDATA/hostile-17.jfr" 2>&1 | head -n 1
"$JFRTOOL" diff -q --within 'test.Request where' "$TESTDATA/hostile-17.jfr" > /dev/null 2>&1; echo $?
"$JFRTOOL" diff -q --within jdk.FileRead "$TESTDATA/native-17.jfr" --event jdk.FileRead --top 3
