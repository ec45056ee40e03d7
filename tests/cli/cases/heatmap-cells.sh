# The hottest cells hold as many samples as they say, in any other command.
"$JFRTOOL" heatmap -q --rows 30 --format md "$TESTDATA/native-17.jfr" --event alloc | grep -- '--from' |
    while read -r _ samples _ _ _ _ from _ to _; do
        found=$("$JFRTOOL" hot-methods -q --json --event alloc --from "$from" --to "$to" \
            "$TESTDATA/native-17.jfr" | sed -n 's/.*"samples":[[:space:]]*\([0-9]*\),.*/\1/p')
        [ "$samples" = "$found" ] && echo "as selected" || echo "$samples, but $found"
    done
