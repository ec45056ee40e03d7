# A window that has nothing of the recording is answered with what the recording covers.
rec=$TESTDATA/shares-17.jfr
for window in '--from 5s --to 2s' '--from 100s' '--to 10:02' '--tz Europe/Berlin --from 2026-11-21'; do
    # shellcheck disable=SC2086 # options are words
    "$JFRTOOL" hot-methods -q $window "$rec"
    echo "$window: $?"
done
"$JFRTOOL" hot-methods --tz Europe/Atlantis "$rec"
