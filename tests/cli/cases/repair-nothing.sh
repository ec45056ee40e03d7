echo "not a recording" >text.jfr
"$JFRTOOL" repair text.jfr -o new.jfr
echo "exit $?"
"$JFRTOOL" repair "$TESTDATA/killed-early-17" -o new.jfr
echo "exit $?"
ls
