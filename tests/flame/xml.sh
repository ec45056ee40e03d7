#!/bin/sh
# The pictures are well-formed XML in the eyes of another parser, whatever the frames are called,
# and hold the names and counts that went in.
#
#   tests/flame/xml.sh [path of collapsed2svg]
set -u
tool=${1:-${BUILD:-build}/tests/tools/collapsed2svg}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

python3 - "$tool" "$dir" <<'PYTHON'
import random, subprocess, sys
import xml.etree.ElementTree as tree

tool, directory = sys.argv[1:]
passed = failed = 0
SVG = "{http://www.w3.org/2000/svg}"


def draw(lines, *options):
    out = subprocess.run([tool, *options], input=lines, capture_output=True, check=True).stdout
    return tree.fromstring(out), out


def test(name, body):
    global passed, failed
    try:
        body()
        passed += 1
        print("ok", name)
    except Exception as error:
        failed += 1
        print("not ok", name, "-", type(error).__name__, error)


def titles(root):
    return [t.text for t in root.iter(SVG + "title")][1:]  # the first is the document's


def simple():
    root, _ = draw(b"a.B.x;a.B.y 3\na.B.x 1\n")
    assert sorted(titles(root)) == ["a.B.x (4 samples, 100 %)", "a.B.y (3 samples, 75.00 %)",
                                    "all (4 samples, 100 %)"], titles(root)


def empty():
    root, _ = draw(b"")
    assert titles(root) == ["all (0 samples, 100 %)"]


def every_byte():
    names = [bytes([b]) for b in range(256) if bytes([b]) not in b" ;\n[."]
    root, _ = draw(b"".join(b"x" + name + b"y 1\n" for name in names))
    assert len(titles(root)) == len(names) + 1, len(titles(root))


def noise():
    random.seed(1)
    lines = []
    for _ in range(3000):
        frames = [bytes(random.randrange(256) for _ in range(random.randrange(1, 30)))
                  .replace(b";", b":").replace(b"\n", b" ") for _ in range(random.randrange(1, 9))]
        lines.append(b";".join(frames) + b" 1\n")
    root, out = draw(b"".join(lines))
    assert out.count(b"]]>") == 1
    assert not any(b < 32 and b not in (9, 10) for b in out)
    out.decode()


def every_character():
    text = "".join(chr(c) for c in range(32, 0x30000) if not 0xD800 <= c < 0xE000 and c not in (32, 59, 91))
    lines = "".join(text[i:i + 50] + " 1\n" for i in range(0, len(text), 50)).encode()
    _, out = draw(lines)
    shown = out.decode()
    for c in "\u202a\u202e\u2066\u2069\u200b\ufeff\u2028\x85\x7f\uffff\ufffe":
        assert c not in shown, hex(ord(c))


def marked_up():
    name = b"<script>alert(1)</script>]]>\"'&amp<!--"
    root, _ = draw(name + b" 2\n", "-t", "</title><g>", "-s", "&\"]]>")
    assert name.decode() + " (2 samples, 100 %)" in titles(root)
    assert root.find(SVG + "title").text.startswith("</title><g>")
    assert len(root.findall(".//" + SVG + "script")) == 1


def metadata():
    """The data for the script holds every frame: decode it here once more."""
    stacks = {"a.B.x;a.B.y": 3, "a.B.x": 1, "a.B.x;q": 40, "p.Z.run;a.B.y;q": 1000, "é;a.B.x": 7}
    root, _ = draw("".join(f"{s} {n}\n" for s, n in stacks.items()).encode())
    names, frames = root.find(SVG + "metadata").text.strip().split("\n\n")
    last, table = "", []
    for line in names.split("\n"):
        head, rest = line.split(" ", 1)
        last = last[:int(head[2:] or "0", 36)] + rest
        table.append("".join(last.split("\t")[:3]))
    found, path, totals = {}, [], []
    for line in frames.split("\n"):
        up, name, total, skip, hidden = (line.split(",") + [""] * 4)[:5]
        for _ in range(int(up or "0", 36)):
            path.pop(), totals.pop()
        path.append(table[int(name, 36)])
        totals.append(int(total, 36) if total else totals[-1])
        assert not skip and not hidden
        found[";".join(path[1:])] = found.get(";".join(path[1:]), 0) + totals[-1]
        if len(path) > 1:
            found[";".join(path[1:-1])] -= totals[-1]
    assert {s: n for s, n in found.items() if n} == stacks, found


def same_twice():
    lines = [b"a;b;c%d %d\n" % (i % 50, i) for i in range(1, 500)]
    _, one = draw(b"".join(lines))
    _, two = draw(b"".join(reversed(lines)))
    assert one == two


for name, body in [("frames become titles", simple), ("no stacks at all", empty),
                   ("names of every byte", every_byte), ("names of random bytes", noise),
                   ("names of every character", every_character),
                   ("names that are markup", marked_up),
                   ("the data has every frame and sample", metadata),
                   ("the order of input does not matter", same_twice)]:
    test(name, body)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
PYTHON
