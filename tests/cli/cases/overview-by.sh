# Fields and the events around samples are of the page; text says what shows them.
recording=$TESTDATA/native-17.jfr
"$JFRTOOL" overview --by sampledThread "$recording"
echo "exit $?"
"$JFRTOOL" overview --within FileRead "$recording"
echo "exit $?"
"$JFRTOOL" method-profiling --within FileRead --by path "$recording"
echo "exit $?"
"$JFRTOOL" method-profiling -q -e native --within FileRead "$recording" | tail -n 1
"$JFRTOOL" overview -q --by nowhere --format html "$recording"
echo "exit $?"
