(cd "$TESTDATA" && COLUMNS=80 "$JFRTOOL" requests -q --within 'jdk.Thread*' --by eventThread.javaName native-17.jfr)
"$JFRTOOL" requests -q --within 'jdk.ThreadPark where duration > 5ms' --format csv "$TESTDATA/native-17.jfr"
