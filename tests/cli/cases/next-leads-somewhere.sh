# What a report says to run next shows something, whichever recording it is about: also where events have no stacks.
for name in shares-17.jfr native-17.jfr custom-17.jfr shop-17.jfr.zst leak-25.jfr.zst traffic-25.jfr.zst full-gc-11.jfr.zst cputime-25.jfr.zst \
    old/events-8.jfr old/odd-8.jfr; do
    recording=$TESTDATA/$name
    for command in account allocations classes compiler exceptions files gc hot-methods io leaks locks memory methods network safepoints threads; do
        "$JFRTOOL" "$command" "$recording" 2>/dev/null | sed -n 's/^Next: jfrtool \(.*\) (.*)$/\1/p' | while read -r call; do
            eval "\"\$JFRTOOL\" $call" >/dev/null 2>&1 || echo "$command: $call: $?"
        done
    done
    JFRTOOL=$JFRPLAIN
done
exit 0
