# The same bytes whatever the number of threads.
for format in text json md; do
    for jobs in 1 2 7; do
        "$JFRTOOL" method-profiling -q --jobs $jobs --format $format "$TESTDATA/chunks-17.jfr" "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr" > $jobs
        "$JFRTOOL" callers -q --jobs $jobs --format $format --all "work|run" "$TESTDATA/chunks-17.jfr" "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr" >> $jobs
    done
    cmp 1 2 && cmp 1 7
done
