# A profile in time, one in bytes, and one of samples say to the Firefox Profiler what they are.
for events in lock alloc cpu; do
    "$JFRTOOL" export -q --to firefox --event $events "$TESTDATA/native-17.jfr" |
        grep -ao '"weightType":"[^"]*"' | sort -u
done
