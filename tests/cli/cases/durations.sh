# Every command says how long was recorded of what the filters leave, however far apart it lies.
last() { grep -o ' in [0-9.]* s[a-z0-9., ]*' | head -1; }
for window in '' '--from 2s --to 4.5s'; do
    for command in hot-methods threads timeline 'method-profiling'; do
        "$JFRTOOL" $command -q $window "$TESTDATA/shares-17.jfr" | last
    done
    "$JFRTOOL" flame -q $window "$TESTDATA/shares-17.jfr" | grep -o 'samples, [0-9.]* s' | head -1
done
# two recordings, with a pause between them
"$JFRTOOL" hot-methods -q "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" | last
"$JFRTOOL" summary -q "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" | grep Duration
"$JFRTOOL" merge -q "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" -o both.pb.gz
"$JFRTOOL" hot-methods -q both.pb.gz | last
