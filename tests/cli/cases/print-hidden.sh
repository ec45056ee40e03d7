# Frames that the JVM hides are not shown, and do not count among those that are; programs have them all.
file=$TESTDATA/lambdas-17.jfr
for depth in 1 2 3 64; do
    "$JFRTOOL" print --events ExecutionSample --stack-depth $depth "$file" >text
    "$JFRTOOL" print --events ExecutionSample --stack-depth $depth --json "$file" >json
    echo "depth $depth: $(grep -c 'line:' text) frames, $(grep -c 'LambdaForm\|applyAsLong' text) of hidden classes; for" \
        "programs $(grep -c '"line_*[nN]umber"' json), $(grep -c '"hidden": *true' json)"
done
"$JFRTOOL" print --events ExecutionSample --stack-depth 3 "$file" | grep -m 1 -A 4 'stackTrace'
