# To the ns: at the start of an event, one before and one after it.
rec="$TESTDATA/chunks-17.jfr"
starts() {
    "$JFRTOOL" events jdk.ExecutionSample --fields startTime --format csv --quiet "$1" |
        tr -d '\r' | sed 1d | sort
}
beside() { # TIME NS
    head=${1%.*} ns=${1#*.} ns=${ns%Z}
    printf '%s.%09dZ' "$head" $((10#$ns + $2))
}
starts "$rec" >all
wrong=0 looked=0
for at in $(awk 'NR % 90 == 45' all); do
    for edge in $(beside "$at" -1) "$at" $(beside "$at" 1); do
        looked=$((looked + 1))
        awk -v edge="$edge" '$0 >= edge' all >late
        awk -v edge="$edge" '$0 < edge' all >early
        "$JFRTOOL" cut --from "$edge" --quiet "$rec" -o late.jfr
        "$JFRTOOL" cut --to "$edge" --quiet "$rec" -o early.jfr
        for part in late early; do
            starts $part.jfr | cmp -s - $part || wrong=$((wrong + 1))
        done
    done
done
echo "$wrong wrong at $looked edges"
