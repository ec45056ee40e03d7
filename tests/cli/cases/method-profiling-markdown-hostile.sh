# Names that are markup stay text, and there is room for all.
"$JFRTOOL" method-profiling -q --format md --calls 20 --event jdk.ThreadStart,jdk.ExecutionSample --raw-names \
    "$TESTDATA/hostile-17.jfr" "$TESTDATA/deep-17.jfr" "$TESTDATA/lambdas-17.jfr" > out.md
head -c 4 out.md; echo
(($(wc -c < out.md) < 60000)) && echo "below 60,000 bytes"
grep -c "<script>" out.md
"$JFRTOOL" method-profiling -q --format md "$TESTDATA/hostile-17.jfr" | grep -i script
