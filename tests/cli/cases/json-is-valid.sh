# By another reader of JSON, where there is one.
command -v python3 >/dev/null || exit 0
for recording in "$TESTDATA"/*-*; do
    for command in "hot-methods --top 0 --frame-type" summary; do
        "$JFRTOOL" $command -q --json --allow-empty "$recording" 2>/dev/null >"$(basename "$recording") ${command%% *}.json"
    done
done
python3 - *.json <<'END'
import json, sys
for name in sys.argv[1:]:
    try:
        with open(name) as file:
            json.load(file)
    except ValueError as wrong:
        print(f"{name}: {wrong}")
assert len(sys.argv) > 20
END
