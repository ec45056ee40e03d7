# Events that are there but have no stack trace are said to be there.
"$JFRTOOL" hot-methods -e jdk.GarbageCollection "$TESTDATA/native-17.jfr"
echo "exit $?"
"$JFRTOOL" hot-methods -e jdk.GarbageCollection --allow-empty "$TESTDATA/native-17.jfr"
