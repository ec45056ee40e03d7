# Names that other tools taught people lead to what does the job here.
for name in info grep alloc open start jps lock compare flamegraph; do
    "$JFRTOOL" $name rec.jfr 2>&1 | head -1
done
