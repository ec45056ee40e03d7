# Arrays of primitive types are called as Java calls them.
for file in leak-25.jfr.zst native-17.jfr values-25.jfr.zst; do
    "$JFRTOOL" print -q "$TESTDATA/$file"
done | grep -oE '(byte|char|double|float|int|long|short|boolean|unknown[a-z-]*>?)\[\]' | sort | uniq -c | sed 's/^ *//'
