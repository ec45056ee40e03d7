"$JFRTOOL" requests -q --within test.Everything --by stringField "$TESTDATA/custom-17.jfr" | tail -n 12
"$JFRTOOL" requests -q --within test.Everything --by stringField --format html "$TESTDATA/custom-17.jfr" | grep -c '<script'
head -c 300000 "$TESTDATA/native-17.jfr" > cut.jfr
"$JFRTOOL" requests -q --within jdk.ThreadPark cut.jfr | tail -n 3
