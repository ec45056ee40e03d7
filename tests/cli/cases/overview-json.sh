"$JFRTOOL" overview -q --json "$TESTDATA/full-gc-11.jfr.zst" | sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
