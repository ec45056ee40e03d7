# The same bytes whatever the number of threads.
for jobs in 1 3; do
    "$JFRTOOL" diff --quiet --jobs $jobs --top 0 --json "$TESTDATA/lambdas-17.jfr" "$TESTDATA/lambdas-17b.jfr.zst" >$jobs.json
done
cmp 1.json 3.json
