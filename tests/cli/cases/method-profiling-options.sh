# Other packages and other windows.
"$JFRTOOL" method-profiling -q --calls 0 --top 1 --strip "app|java\..*" "$TESTDATA/rule-info.jfr.zst" | sed -n "1,3p"
"$JFRTOOL" method-profiling -q --calls 0 --top 1 --strip "" --window 10s "$TESTDATA/rule-info.jfr.zst" | sed -n "1,5p"
"$JFRTOOL" method-profiling -q --calls 0 --top 3 --by class "$TESTDATA/rule-info.jfr.zst" | sed -n "/^self/,/shown/p"
