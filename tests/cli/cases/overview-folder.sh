# Of a folder each recording has a line, the worst first; causes that several have are said of all.
mkdir week && cp "$TESTDATA/shares-17.jfr" week/quiet.jfr && printf 'no recording' > week/broken.jfr
for name in monday tuesday; do zstd -dqc "$TESTDATA/full-gc-11.jfr.zst" > week/$name.jfr; done
"$JFRTOOL" overview week
tar -cf week.tar week && "$JFRTOOL" overview --format csv week.tar 2> /dev/null
"$JFRTOOL" overview --json week 2> /dev/null | python3 -c '
import json, sys
of = json.load(sys.stdin)
for one in of["recordings"]: print(one["path"], one["severity"], one["id"], one["causes"], bool(one["error"]))
for one in of["common"]: print(one["id"], one["culprit"], one["recordings"])'
"$JFRTOOL" overview week/quiet.jfr | head -1
