# Sorted, one line per stack, and the counts are all samples with a stack.
"$JFRTOOL" collapsed "$TESTDATA/shares-17.jfr" >out || exit 1
LC_ALL=C sort -c out
sed 's/ [0-9]*$//' out | uniq -d
awk '{ sum += $NF } END { print sum }' out
"$JFRTOOL" hot-methods -q --json "$TESTDATA/shares-17.jfr" | grep -E '"samples(_without_stack)?"'
cat out
