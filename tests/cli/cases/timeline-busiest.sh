# The selection that timeline names holds as many samples as it says, in any other command, with the
# same filters.
check() { # FILE OPTION...
    local file=$1 window said found
    shift
    window=$("$JFRTOOL" timeline -q "$@" "$TESTDATA/$file" | grep '^The busiest')
    said=$(sed -E 's/.* hold ([0-9,]+) sample.*/\1/; s/,//g' <<<"$window")
    # shellcheck disable=SC2046 # two options with their values
    found=$("$JFRTOOL" hot-methods --json -q $(grep -o -- '--from .*' <<<"$window") "${filters[@]}" \
        "$TESTDATA/$file" | sed -n 's/.*"samples":[[:space:]]*\([0-9]*\),.*/\1/p')
    echo "$file $* ${filters[*]}: $said $([ "$said" = "$found" ] && echo as selected || echo "but $found")"
}
filters=()
for file in shares-17.jfr chunks-17.jfr cputime-25.jfr.zst killed-17; do
    check "$file"
    check "$file" --window 50ms
    check "$file" --window 2500us --split none
    check "$file" --window 1s --from 2s --to 4.5s
done
filters=(--event alloc)
check native-17.jfr --event alloc --window 1s
filters=(--exclude hotHalf)
check shares-17.jfr --exclude hotHalf --window 333ms
