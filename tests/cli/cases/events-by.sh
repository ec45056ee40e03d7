"$JFRTOOL" events ThreadPark --by parkedClass,eventThread --show 'count,sum(duration),p50,p99.9,max' "$TESTDATA/native-17.jfr"
