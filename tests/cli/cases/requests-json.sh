"$JFRTOOL" requests -q --within jdk.ThreadPark --by parkedClass --json --top 1 "$TESTDATA/native-17.jfr"
