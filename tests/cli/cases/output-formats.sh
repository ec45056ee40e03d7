# The ending of the output chooses the format: each command that reports, each format.
first() { head -n 1 "$1" | cut -c 1-15 | tr -d "\r"; }
run() {
    "$JFRTOOL" "$@" --quiet || echo "exit code $?"
    first "$(eval echo "\${$#}")" | sed "s/^/$1: /"
}
for ending in txt json csv md html HTML log; do
    for command in summary hot-methods threads tree timeline; do
        run "$command" "$TESTDATA/shares-17.jfr" -o "out.$ending"
    done
done
run callers hotHalf "$TESTDATA/shares-17.jfr" -o out.html
run diff "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" -o out.html
run diff "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" -o out.svg
run gate "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" -o out.html
run gate "$TESTDATA/shares-17.jfr" "$TESTDATA/shares-25.jfr" -o out.json
for ending in json csv md svg html; do run heatmap "$TESTDATA/shares-17.jfr" -o "out.$ending"; done
run method-profiling "$TESTDATA/shares-17.jfr" -o out.html
run method-profiling "$TESTDATA/shares-17.jfr" -o out.csv
run jvms --allow-empty none-has-such-a-name -o out.json
