# The table alone.
"$JFRTOOL" method-profiling -q --format csv --top 3 --frame-type "$TESTDATA/rule-ok.jfr.zst"
