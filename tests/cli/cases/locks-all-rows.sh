# As many waits as --event lock has samples, where programs get all rows; where they get the first ones, it is said.
file=$TESTDATA/native-17.jfr
"$JFRTOOL" hot-methods -q --event lock --json "$file" | grep '"samples":'
"$JFRTOOL" locks --top 0 --json "$file" | python3 -c '
import json, sys
tables = json.load(sys.stdin)
print([sum(row["count"] for row in tables[key]) for key in ("monitors", "parks", "native_locks")])'
"$JFRTOOL" locks --top 1 --json "$file" >/dev/null
"$JFRTOOL" locks --top 1 --format csv "$file" >/dev/null
"$JFRTOOL" locks -q --top 1 --json "$file" >/dev/null
"$JFRTOOL" locks --top 1 "$file" | grep -c 'more row'
