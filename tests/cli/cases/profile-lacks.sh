# What a profile has not is said, with what to do.
"$JFRTOOL" profile -q "$TESTDATA/shares-17.jfr" -o base.pb.gz
"$JFRTOOL" hot-methods --top 1 --from 1s base.pb.gz
echo "exit $?"
"$JFRTOOL" hot-methods --top 1 --state runnable base.pb.gz "$TESTDATA/deep-17.jfr"
"$JFRTOOL" hot-methods --top 1 --by module base.pb.gz
"$JFRTOOL" hot-methods --top 1 --by bci base.pb.gz
"$JFRTOOL" summary base.pb.gz
"$JFRTOOL" timeline base.pb.gz
echo "exit $?"
"$JFRTOOL" heatmap base.pb.gz
