# What was sent and received is known: 20 times 64 KB asked for, 256 KB answered (testdata/README.md).
"$JFRTOOL" network --top 2 "$TESTDATA/traffic-25.jfr.zst"
"$JFRTOOL" network --json "$TESTDATA/traffic-25.jfr.zst" | grep -A14 '"hosts"'
# What runs next is about the same name, in the same time.
"$JFRTOOL" network --top 1 --to 20s workload "$TESTDATA/traffic-25.jfr.zst" | grep Next
"$JFRTOOL" network "$TESTDATA/shares-25.jfr"
