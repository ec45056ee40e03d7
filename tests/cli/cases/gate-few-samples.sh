# 2 s of recordings have fewer samples than the 200 that are wanted. What is more than chance fails all
# the same; what is not is no pass.
"$JFRTOOL" gate --quiet --to 2s "$TESTDATA/shares-17.jfr" "$TESTDATA/deep-17.jfr"
echo "exit $?"
"$JFRTOOL" gate --quiet --to 2s "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
echo "exit $?"
"$JFRTOOL" gate --quiet --to 2s --require-verdict --junit j.xml --markdown m.md --github-annotations \
    "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr"
echo "exit $?"
cat j.xml m.md
