# Packages are shortened to fit; without COLUMNS nothing is cut where there is no terminal.
COLUMNS=60 "$JFRTOOL" hot-methods -q --top 6 --sort total "$TESTDATA/lambdas-17.jfr" | head -n 7 |
    sed 's/…/./g' | awk 'length($0) > 60 { print "too long: " $0 }'
"$JFRTOOL" hot-methods -q --top 0 "$TESTDATA/lambdas-17.jfr" | grep -c 'java.util.stream.AbstractPipeline.copyInto'
