# Names that were lost with their constant pool are said to be unknown: they are in no unnamed package.
set -- "$TESTDATA"/killed-25/*/*.jfr
head -c 137417 "$1" >cut.jfr
for by in method class package module; do
    "$JFRTOOL" hot-methods -q --by "$by" --format csv cut.jfr | head -n 3
done
