# Without -o a page is called as the recording, in this folder.
mkdir dir
cp "$TESTDATA/shop-17.jfr.zst" dir/shop.jfr.zst
cp "$TESTDATA/shop-17.jfr.zst" dir/odd
"$JFRTOOL" page dir/shop.jfr.zst
"$JFRTOOL" page dir/odd
"$JFRTOOL" page dir/ -q --keep-duplicates
"$JFRTOOL" page - <dir/odd
"$JFRTOOL" page dir/odd -o named.html
"$JFRTOOL" page missing.jfr
echo "exit $?"
for page in *.html; do grep -c '<title>' "$page" | sed "s/^/$page /"; done
