"$JFRTOOL" hot-methods --measure value --event exception "$TESTDATA/native-17.jfr"
echo "exit $?"
"$JFRTOOL" tree --measure value --event alloc,lock "$TESTDATA/native-17.jfr"
echo "exit $?"
"$JFRTOOL" flame --measure value "$TESTDATA/native-17.jfr" --thread nobody -o x.svg
echo "exit $?"
ls
