# Nothing stands out: figures say so, where there are some.
"$JFRTOOL" overview -q --from 2020-10-01 --to 2020-10-01 "$TESTDATA/rule-ok.jfr.zst" "$TESTDATA/full-gc-11.jfr.zst" |
    sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
"$JFRTOOL" overview -q "$TESTDATA/custom-17.jfr"
