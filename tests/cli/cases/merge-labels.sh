# Where samples came from is kept as labels: of all, of the path, of profiles that have some.
hostile=$(printf 'service=a"b<i>,\n\033[31m')
mkdir -p "in/service=shop/build=7" "in/$hostile"
cp "$TESTDATA/shares-17.jfr" in/service=shop/build=7/
cp "$TESTDATA/lambdas-17.jfr" "in/$hostile/"
"$JFRTOOL" merge in --label-from 'service=(?<service>[^/]+)/' --label-from 'build=(?<build>\d+)' \
    --label tier=web --label-from-property 'no.such=none' -o all.pb.gz
"$JFRTOOL" merge -q all.pb.gz --label service=other -o again.pb.gz
cmp all.pb.gz again.pb.gz && echo "labels that samples have stay"
"$JFRTOOL" merge -q in -o plain.pb.gz
"$JFRTOOL" hot-methods -q --json all.pb.gz >labelled.json
"$JFRTOOL" hot-methods -q --json plain.pb.gz | cmp - labelled.json && echo "nothing else differs"
"$JFRTOOL" profile -q "$TESTDATA/shares-17.jfr" --label build=7 --label service=shop --label tier=web \
    --uncompressed -o one.pb
grep -a -o -E 'build|service|shop|tier|web' one.pb
# What is no label, and what cannot be read one by one.
for wrong in "--label x" "--label =x" "--label thread=x" "--label-from (a" "--label-from abc" \
    "--label-from-property =x" "--label-from-property app.pool=thread_group" \
    "--label a=b --from 1s"; do
    # shellcheck disable=SC2086
    "$JFRTOOL" profile in $wrong -o none.pb.gz
    echo "exit $?"
done
: >in/text.jfr
"$JFRTOOL" merge in --label a=b -o all.pb.gz
echo "exit $?"
"$JFRTOOL" merge --strict in --label a=b -o strict.pb.gz
echo "exit $?"
"$JFRTOOL" merge in/text.jfr --label a=b -o none.pb.gz
echo "exit $?"
ls
