"$JFRTOOL" requests "$TESTDATA/native-17.jfr"
"$JFRTOOL" requests --within jdk.ThreadPakr "$TESTDATA/native-17.jfr" 2>&1 | head -n 1
"$JFRTOOL" requests --within jdk.ThreadPark --by endpoint "$TESTDATA/native-17.jfr" 2>&1 | head -n 1
"$JFRTOOL" requests --within jdk.ThreadEnd --allow-empty "$TESTDATA/full-gc-11.jfr.zst" > /dev/null; echo $?
"$JFRTOOL" requests - < "$TESTDATA/native-17.jfr"
"$JFRTOOL" requests --within 'jdk.ThreadPark where duration >' "$TESTDATA/native-17.jfr"
"$JFRTOOL" requests --to 1ms "$TESTDATA/leak-25.jfr.zst" 2>&1 | cut -c -35
"$JFRTOOL" requests --within 'jdk.MethodTrace where duration > 1h' "$TESTDATA/leak-25.jfr.zst" 2>&1
exit 2
