# Samples of the time in which their thread had such an event, and the others; together all.
for option in --within --outside; do
    "$JFRTOOL" hot-methods --top 2 -e native $option 'FileRead where duration > 1us' "$TESTDATA/native-17.jfr"
done
"$JFRTOOL" collapsed -q -e native --within FileRead "$TESTDATA/native-17.jfr" | wc -l
