# Names of files and of what is recorded are data; arguments come only when asked for.
pick() { # KEY...: values of each line, as JSON
    python3 -c '
import functools, json, sys
for line in sys.stdin:
    value = json.loads(line)
    print(json.dumps([functools.reduce(lambda at, key: at and at[key], key.split("."), value)
                      for key in sys.argv[1:]]))' "$@"
}
cp "$TESTDATA/hostile-17.jfr" "$(printf 'a"b\nc\033[31m\302\205.jfr')"
"$JFRTOOL" facts -q --arguments -- *.jfr >lines
wc -l <lines
grep -c "$(printf '\033')" lines
pick path status java_arguments <lines
"$JFRTOOL" facts -q -- *.jfr | grep -c java_arguments
"$JFRTOOL" facts
echo "exit $?"
"$JFRTOOL" facts --allow-empty --files-from /dev/null --profile none.pb.gz
echo "exit $?"
"$JFRTOOL" facts --profile - "$TESTDATA/shares-17.jfr"
echo "exit $?"
"$JFRTOOL" facts -q --strict /dev/null | pick status
echo "exit ${PIPESTATUS[0]}"
