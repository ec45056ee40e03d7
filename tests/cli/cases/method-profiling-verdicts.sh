# Each branch of the rule, as we judge it and as JDK Mission Control does.
for name in ok info warning na periods; do
    for option in --top=1 --jmc-compat; do
        "$JFRTOOL" method-profiling --quiet --calls 0 --top 1 $option "$TESTDATA/rule-$name.jfr.zst" |
            sed -n "1,4p"
    done
done
