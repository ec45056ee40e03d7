# Severity and score are JMC's: a score of INFO is not said there.
"$JFRTOOL" rules -q --jmc-compat --min-severity info "$TESTDATA/rule-info.jfr.zst" | head -n 1
"$JFRTOOL" rules -q --jmc-compat --rule FullGc,GcStall,SystemGc --format csv "$TESTDATA/full-gc-11.jfr.zst" | cut -d, -f1-3
"$JFRTOOL" rules -q --jmc-compat --rule Allocations.class,Allocations.thread --format csv "$TESTDATA/native-17.jfr" |
    awk -F, 'NR > 1 {printf "%s,%.6f,%s\n", $1, $2, $3}'
