"$JFRTOOL" rules -q --json --topic garbage_collection --min-severity ok "$TESTDATA/full-gc-11.jfr.zst" |
    sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
