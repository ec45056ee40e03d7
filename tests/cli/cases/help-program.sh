# What people look for, in groups, at most 28 lines of commands; --all has every command once or more.
"$JFRTOOL" help
"$JFRTOOL" --help | cmp - <("$JFRTOOL" help)
"$JFRTOOL" -h | cmp - <("$JFRTOOL" help)
[ "$("$JFRTOOL" help | grep -cE '^  [a-z]')" -le 28 ] || echo "more than 28 commands"
for report in "$TESTDATA"/../reports/*.report; do
    name=$(basename -s .report "$report")
    "$JFRTOOL" help --all | grep -qE "^ .*\b$name\b" || echo "$name is not in the list of all"
done
"$JFRTOOL" help | grep -nE '^.{81,}'
exit 0
