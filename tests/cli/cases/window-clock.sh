# Clock times, dates and zones; the recording is of 2026-11-20, 22:24:48.163 to 22:24:56.296 UTC.
rec=$TESTDATA/shares-17.jfr
for window in '--from 2s --to 4s' '--from 22:24:50.163047613 --to 22:24:52.163047613' \
    '--tz Europe/Berlin --from 23:24:50.163047613 --to 2026-11-20T23:24:52.163047613' \
    '--tz +05:30 --from 03:54:50.163047613 --to 2026-11-20T22:24:52.163047613Z' \
    '--from 2026-11-20 --to 2026-11-20' '--tz Asia/Tokyo --to 2026-11-20' '--tz local --from 22:24:56'; do
    # shellcheck disable=SC2086 # options are words
    echo "$window: $("$JFRTOOL" hot-methods --allow-empty -q $window "$rec" | grep -o ".* in .*s,")"
done
"$JFRTOOL" timeline -q --tz America/New_York --split none "$rec" | sed -n 3,7p
"$JFRTOOL" heatmap -q --tz +2 --json "$rec" | grep zone
