"$JFRTOOL" tree -q --event alloc --measure value --min-share 5 "$TESTDATA/native-17.jfr" &&
    "$JFRTOOL" tree -q --event lock --measure value --reverse --depth 2 --min-share 10 --format csv "$TESTDATA/native-17.jfr" &&
    "$JFRTOOL" callers -q --event jdk.ThreadPark --measure value parkNanos "$TESTDATA/native-17.jfr" &&
    "$JFRTOOL" callees -q --event jdk.ThreadPark --measure value --json --depth 1 parkNanos "$TESTDATA/native-17.jfr"
