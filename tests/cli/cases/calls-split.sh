# callers, callees and tree by a field: of the samples, and of the events around them.
recording=$TESTDATA/native-17.jfr
"$JFRTOOL" callers -q -e native --by sampledThread --depth 4 NioSocketImpl.read "$recording"
"$JFRTOOL" callees -q -e native --within FileRead --by path,endOfFile readFile "$recording"
"$JFRTOOL" tree -q -e native --by package,sampledThread --frame-type --depth 3 "$recording"
"$JFRTOOL" tree -q -e native --by state --reverse --min-share 40 "$recording"
"$JFRTOOL" callers -q -e native --within FileRead --by path --json --depth 3 FileInputStream.read "$recording"
"$JFRTOOL" callers -q -e native --by sampledThread --depth 4 --format csv NioSocketImpl.read "$recording"
"$JFRTOOL" tree -q -e native --by sampledThread --depth 2 --format csv "$recording"
"$JFRTOOL" tree -q -e native --by sampledThread --depth 40 --min-share 30 --reverse --format csv "$recording" | cut -d, -f1,4,5 | tail -n 3
"$JFRTOOL" callees -q -e native --by sampledThread reader "$recording" # a value is no method
echo "exit $?"
"$JFRTOOL" tree -q -e alloc --measure samples --by objectClass --depth 1 "$recording"
"$JFRTOOL" tree -q --by recording "$recording"
echo "exit $?"
