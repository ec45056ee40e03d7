# By another reader of JSON, where there is one.
command -v python3 >/dev/null || exit 0
for recording in "$TESTDATA"/*-*; do
    for command in "hot-methods --top 0 --frame-type" summary; do
        "$JFRTOOL" $command -q --json --allow-empty "$recording" 2>/dev/null | python3 -m json.tool >/dev/null ||
            echo "$command $recording"
    done
done
