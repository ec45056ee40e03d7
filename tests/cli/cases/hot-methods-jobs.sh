# Byte-identical for any number of threads, and from run to run.
"$JFRTOOL" hot-methods --top 0 --jobs 1 "$TESTDATA"/*.jfr >one 2>&1
for jobs in 2 8 0; do
    "$JFRTOOL" hot-methods --top 0 --jobs $jobs "$TESTDATA"/*.jfr 2>&1 | cmp - one
done
