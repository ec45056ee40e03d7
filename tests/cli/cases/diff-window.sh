# A part of a recording against the rest of it, or another part: each side has the samples that --from and --to give.
rec=$TESTDATA/shares-17.jfr
count() { "$JFRTOOL" hot-methods -q --json "$@" "$rec" | sed -n 's/^\t"samples":\t\([0-9]*\),/\1/p'; }
both() { "$JFRTOOL" diff -q --json "$@" "$rec" | sed -n 's/^\t\t"samples":\t\([0-9]*\),/\1/p' | tr '\n' ' '; }
all=$(count) part=$(count --from 2s --to 4s) other=$(count --from 5s)
[ "$(both --window 2s..4s)" = "$((all - part)) $part " ] && echo "the rest is all but the part"
[ "$(both --window 2s..4s --against 5s..)" = "$other $part " ] && echo "two parts"
"$JFRTOOL" diff -q "$rec" --window 2s..4s | grep -v "^$" | head -6
for wrong in '--window 2s' '--window ..' '--window 1s..x' '--window 1s..2s --against x' '--window 1s.. --from 2s'; do
    "$JFRTOOL" diff $wrong "$rec"
    echo "exit $?"
done
"$JFRTOOL" diff --window 1s..2s - <"$rec"
echo "exit $?"
