# Methods beside each other by where their samples come from, and by any value of a label.
hostile=$(printf 'a"b<i>,\n\033[31m|=1')
mkdir -p in/shop "in/$hostile" in/none
cp "$TESTDATA/shares-17.jfr" in/shop/
cp "$TESTDATA/lambdas-17.jfr" "in/$hostile/"
cp "$TESTDATA/deep-17.jfr" in/none/
"$JFRTOOL" hot-methods -q --by recording -n 4 in
"$JFRTOOL" merge -q --label-from 'in/(?<service>(?!none)[^/]+)/' in -o all.pb.gz
for format in text md csv html json; do
    "$JFRTOOL" hot-methods -q --by label:service --by class --sort total -n 2 --format $format all.pb.gz | sed '/^<!doctype/,/^<h1/d'
done
"$JFRTOOL" hot-methods -q --by label:service --event exception --measure samples -n 1 in/shop
"$JFRTOOL" hot-methods --by label:service --include Deep -n 1 all.pb.gz
echo "exit $?"
for label in no.such servce; do
    "$JFRTOOL" hot-methods -q --by label:$label -n 1 all.pb.gz
    echo "exit $?"
done
"$JFRTOOL" hot-methods -q --by label:no.such -n 1 in
echo "exit $?"
for wrong in "--by label:" "--by host" "--by recording --recordings" "--by recording --within X" \
    "--by recording --from 1s" "--label a=b" "--outliers" "--outliers --allow-empty"; do
    # shellcheck disable=SC2086
    "$JFRTOOL" hot-methods -n 1 $wrong in
    echo "exit $?"
done
# What is missing is said of all inputs together, as without --by.
for wrong in "--event ThreadStrat" "--event ThreadStart --event Foo" "--thread nobody"; do
    # shellcheck disable=SC2086
    "$JFRTOOL" hot-methods --by recording -n 1 $wrong in/shop in/none | head -3
    echo "exit ${PIPESTATUS[0]}"
done
