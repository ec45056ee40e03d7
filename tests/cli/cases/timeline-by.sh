# A row for each value of a field: of the samples, and of the events around them.
recording=$TESTDATA/native-17.jfr
COLUMNS=80 "$JFRTOOL" timeline -q -e native --within FileRead --by path,endOfFile "$recording" | head -n 13
"$JFRTOOL" timeline -q -e native --by sampledThread --top 1 --buckets 3 --format csv "$recording" | cut -d, -f3-5
"$JFRTOOL" hot-methods -q -e native --by thread --top 1 --format csv "$recording"
"$JFRTOOL" hot-methods -q -e ThreadStart --by thread --top 1 --format csv "$TESTDATA/chunks-17.jfr"
"$JFRTOOL" timeline -q -e native --by sampledThread --split thread "$recording"
echo "exit $?"
"$JFRTOOL" timeline -q --by recording "$recording"
echo "exit $?"
