# Nothing to report is no page, unless it is asked for.
"$JFRTOOL" flame "$TESTDATA/shares-17.jfr" --include nosuchmethod -o page.html
echo "exit $?"
ls
"$JFRTOOL" flame --quiet "$TESTDATA/shares-17.jfr" --include nosuchmethod --allow-empty -o page.html 2>/dev/null
echo "exit $?"
ls
