# What can be read only once cannot become a report.
"$JFRTOOL" report - <"$TESTDATA/shares-17.jfr"
echo "exit $?"
mkfifo pipe
"$JFRTOOL" report pipe
echo "exit $?"
"$JFRTOOL" report -o - "$TESTDATA/shares-17.jfr"
echo "exit $?"
ls
