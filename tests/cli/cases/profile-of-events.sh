# A profile of other events is taken by itself, but not mixed with better ones, nor for what it is not.
"$JFRTOOL" profile -q --event alloc "$TESTDATA/native-17.jfr" -o alloc.pb.gz
"$JFRTOOL" profile -q --event exception "$TESTDATA/native-17.jfr" -o exceptions.pb.gz
"$JFRTOOL" hot-methods --top 1 --event alloc alloc.pb.gz exceptions.pb.gz
"$JFRTOOL" hot-methods --top 1 alloc.pb.gz
"$JFRTOOL" hot-methods --top 1 alloc.pb.gz "$TESTDATA/shares-17.jfr"
"$JFRTOOL" hot-methods --top 1 --event lock alloc.pb.gz
