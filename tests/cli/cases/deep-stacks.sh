# A stack of more frames than are read is cut here, which no setting of the recorder mends: it is said so, and not
# blamed on stackdepth; neither of the profile that is made of it.
cat >make.py <<'PY'
def number(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])
def part(field, content):
    return number(field << 3 | 2) + number(len(content)) + content
def value(field, n):
    return number(field << 3) + number(n)
texts = [b"", b"samples", b"count", b"app.A.leaf", b"app.B.rest"]
frames = b"".join(number(1 if i == 0 else 2) for i in range(20001))
out = part(1, value(1, 1) + value(2, 2)) + part(2, part(1, frames) + part(2, number(1)))
for n in (1, 2):
    out += part(4, value(1, n) + part(4, value(1, n))) + part(5, value(1, n) + value(2, n + 2) + value(3, n + 2))
open("deep.pb", "wb").write(out + b"".join(part(6, text) for text in texts))
PY
python3 make.py
"$JFRTOOL" hot-methods deep.pb
"$JFRTOOL" profile -q deep.pb -o again.pb.gz
"$JFRTOOL" hot-methods again.pb.gz
