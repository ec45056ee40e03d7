# Parts of one chunk do not start at the same nanosecond, or JDK Mission Control leaves all but one out.
"$JFRTOOL" cut --to 4s "$TESTDATA/shares-17.jfr" -o first.jfr
"$JFRTOOL" cut --from 4s "$TESTDATA/shares-17.jfr" -o second.jfr
"$JFRTOOL" assemble first.jfr second.jfr second.jfr --keep-duplicates -o both.jfr
first=$(stat -c %s first.jfr) second=$(stat -c %s second.jfr)
for at in 0 "$first" $((first + second)); do # nanoseconds, ticks
    od -A n -t d8 --endian=big -j $((at + 32)) -N 8 both.jfr
    od -A n -t d8 --endian=big -j $((at + 48)) -N 8 both.jfr
done
"$JFRTOOL" check both.jfr
"$JFRTOOL" assemble first.jfr second.jfr -o both.jfr
"$JFRTOOL" print --json both.jfr | grep startTime | sort >parts
"$JFRTOOL" print --json "$TESTDATA/shares-17.jfr" | grep startTime | sort | cmp - parts && echo "the same times"
