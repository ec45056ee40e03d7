# What somebody says of a recording is computed again: true, false, or undecidable, and the exit code says which.
cd "$TESTDATA" || exit 2
id='jfr:overview?recording=shop-17.jfr.zst#findings[id=JavaBlocking]'
right='{"id":"'$id'.culprit.name","value":"workload.Shop$PriceList"},{"id":"'$id'.evidence.total_ns","value":"20.7 s"}'
wrong='{"id":"'$id'.cost_percent","at_least":80}'
unknown='{"id":"jfr:overview?recording=other.jfr#findings[0].figure","value":1}'
for claims in "$right" "$right,$wrong" "$right,$unknown" "$right,$wrong,$unknown"; do
    "$JFRTOOL" verify --format csv - <<<"[$claims]"
    echo "exit $?"
done
"$JFRTOOL" verify - <<<"{\"claims\":[$right]}"
"$JFRTOOL" verify --json --claims "[$wrong]" shop-17.jfr.zst
echo "exit $?"
"$JFRTOOL" verify --claims "[$right]" native-17.jfr
echo "exit $?: another recording is not read"
"$JFRTOOL" verify - <<<'{"id":1}'
echo "exit $?"
"$JFRTOOL" verify nothing.json
echo "exit $?"
"$JFRTOOL" verify
echo "exit $?"
