# The result of the run before lies among the recordings: it is replaced, not counted.
mkdir in
cp "$TESTDATA/custom-17.jfr" in/
for _ in 1 2; do
    "$JFRTOOL" merge in -o in/all.pb.gz 2>&1 | grep 'what is written'
    "$JFRTOOL" hot-methods -q --top 1 in/all.pb.gz
done
# Named, it is meant.
"$JFRTOOL" merge -q in/all.pb.gz in/custom-17.jfr -o in/all.pb.gz
"$JFRTOOL" hot-methods -q --top 1 in/all.pb.gz
