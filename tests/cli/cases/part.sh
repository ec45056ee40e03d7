# Parts of the input have each chunk once: merged they are the whole, byte for byte, and events add up.
cp "$TESTDATA/shares-17.jfr" copy.jfr
inputs=("$TESTDATA/chunks-17.jfr" "$TESTDATA/shares-17.jfr" "$TESTDATA/killed-17" "$TESTDATA/lambdas-25.jfr.gz" copy.jfr)
"$JFRTOOL" merge -q "${inputs[@]}" -o whole.pb.gz
for n in 1 2 3 7 40; do
    if [ "$n" -lt 7 ]; then tool=$JFRTOOL; else tool=$JFRPLAIN; fi
    for ((i = 1; i <= n; i++)); do
        "$tool" profile -q --part "$i/$n" "${inputs[@]}" -o "p$i.pb.gz" || echo "exit $?"
        "$tool" facts -q --part "$i/$n" "${inputs[@]}" --profile "f$i.pb.gz" >>"lines$n"
    done
    "$JFRTOOL" merge -q p*.pb.gz -o parts.pb.gz
    cmp parts.pb.gz whole.pb.gz && echo "$n parts: profile"
    "$JFRTOOL" merge -q f*.pb.gz -o parts.pb.gz
    cmp parts.pb.gz whole.pb.gz && echo "$n parts: facts"
    rm p*.pb.gz f*.pb.gz
done
python3 -c 'import json; print([(d["path"][-14:], d["part"], d["chunks"], d["samples"]) for d in map(json.loads, open("lines7"))])'
for i in 1 2 3; do
    "$JFRTOOL" sql -q --part $i/3 "${inputs[@]}" "SELECT count(*) FROM ExecutionSample" --format csv | tail -1
    "$JFRTOOL" events -q --part $i/3 ExecutionSample --show count --format csv "${inputs[@]}" | tail -1
done
"$JFRTOOL" profile --part 4/3 copy.jfr -o x.pb.gz
echo "exit $?"
"$JFRTOOL" profile --part 1/3 - -o x.pb.gz <copy.jfr
echo "exit $?"
