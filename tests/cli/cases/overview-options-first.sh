# Options may stand before a recording that is given without a command, and nowhere else.
cp "$TESTDATA/full-gc-11.jfr.zst" rec.jfr
: >gc # a file that is called like a command is none
"$JFRTOOL" rec.jfr -q --top 2 --format csv >usual
for first in '-q' '-q --top 2' '--top=2 -q' '--format csv' '--format csv --top 2 -q'; do
    # shellcheck disable=SC2086 # several words
    "$JFRTOOL" $first rec.jfr -q --top 2 --format csv | cmp - usual
done
"$JFRTOOL" -q --format csv - <rec.jfr | head -n 1
for wrong in '--top 2 hot-methods rec.jfr' '-q gc' '--top 2' '-q' '-q missing.jfr' '-q frobnicate' '--frobnicate rec.jfr'; do
    # shellcheck disable=SC2086
    "$JFRTOOL" $wrong
    echo "$?"
done
