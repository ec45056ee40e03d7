for name in full-gc-11 rule-warning; do
    COLUMNS=80 "$JFRTOOL" overview -q "$TESTDATA/$name.jfr.zst" | sed 's/jfrtool [a-z]* /jfrtool COMMAND /'
done
