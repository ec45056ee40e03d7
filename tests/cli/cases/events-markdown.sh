"$JFRTOOL" events ThreadPark --sort duration --top 3 --fields duration,parkedClass,eventThread --format md "$TESTDATA/native-17.jfr"
