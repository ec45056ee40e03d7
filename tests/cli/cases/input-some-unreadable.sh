# The rest is used; the exit code says nothing of it unless --strict does.
echo text >text.jfr
"$JFRTOOL" hot-methods --top 1 text.jfr "$TESTDATA/shares-17.jfr" missing.jfr
echo "exit $?"
"$JFRTOOL" hot-methods --quiet --top 1 --strict text.jfr "$TESTDATA/shares-17.jfr" missing.jfr
