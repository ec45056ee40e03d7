# The second of three chunks is missing: check and summary say of which time there is nothing. A recording that begins
# or ends early says nothing of the kind.
python3 - <<'PY'
import os
data = open(os.path.join(os.environ["TESTDATA"], "chunks-17.jfr"), "rb").read()
chunks, at = [], 0
while at < len(data):
    size = int.from_bytes(data[at + 8:at + 16], "big")
    chunks.append(data[at:at + size])
    at += size
open("missing.jfr", "wb").write(chunks[0] + chunks[2])
open("begin.jfr", "wb").write(chunks[0] + chunks[1])
PY
"$JFRTOOL" check missing.jfr
"$JFRTOOL" summary missing.jfr | grep missing
"$JFRTOOL" check --json missing.jfr | grep -A 8 gaps
"$JFRTOOL" check missing.jfr begin.jfr | tail -1
"$JFRTOOL" check begin.jfr | grep -c missing
