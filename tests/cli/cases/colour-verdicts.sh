# How bad it is stands in colour, where colours are wanted: yellow for a warning, red for a gate that failed.
"$JFRTOOL" method-profiling --jmc-compat --color always "$TESTDATA/rule-warning.jfr.zst" | grep -a -m1 WARNING | cat -v
"$JFRTOOL" method-profiling --jmc-compat --color never "$TESTDATA/rule-warning.jfr.zst" | grep -a -m1 WARNING | cat -v
"$JFRTOOL" gate -q --color always "$TESTDATA/shares-17.jfr" "$TESTDATA/rule-warning.jfr.zst" | cat -v | grep -E '^.{0,8}(failed|Failed|passed)' | cut -c 1-60
