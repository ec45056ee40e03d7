# What a JVM that died leaves besides recordings is another command's: a folder of it, a file, and what is nothing of the kind.
"$JFRTOOL" "$TESTDATA/crashed"
echo "exit $?"
cp "$TESTDATA/crashed/segv-17.log" hs_err.log
"$JFRTOOL" hs_err.log
echo "exit $?"
mkdir other && echo nothing > other/text.txt
"$JFRTOOL" other
echo "exit $?"
