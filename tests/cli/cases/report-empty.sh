mkdir in
"$JFRTOOL" report in -o out
echo "exit $?"
ls
"$JFRTOOL" report in -o out --allow-empty
echo "exit $?"
cat out/summary.md
"$JFRTOOL" report missing -o out --allow-empty
echo "exit $?"
