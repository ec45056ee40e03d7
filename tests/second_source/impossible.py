"""Durations that cannot be: in real recordings one event of each type is given one (negative, of hours, of 2^62
ticks), and every command and view is asked. No figure may follow from them: what is said of the changed recording
has no number that is out of all proportion, unless the unchanged one has it, too. What shows events as they are shows
these.

usage: impossible.py [RECORDING...]
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from commands import all_commands  # noqa: E402
from jdk import JFRTOOL, TESTDATA, check, finish, run

RECORDINGS = ["native-17.jfr", "full-gc-11.jfr.zst"]
OF_CORPUS = ["io_test.jfr", "metadata_control.jfr"]
CORPUS = os.path.join(os.environ.get("CORPUS", ""), "recordings")
AS_RECORDED = {"print", "events", "sql", "metadata"}
# And the page, whose data are packed: its tabs are answers of the others.
NO_ANSWER = {"page", "help", "version", "man", "generate", "jvms", "record", "top", "mcp", "verify", "whatif", "tui", "crash", "file"}


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    for _ in range(8):
        if number < 0x80:
            return bytes(out + bytes([number]))
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out + bytes([number & 0xFF]))


def padded(number, width):
    """So many bytes, whatever the number is."""
    number &= (1 << 64) - 1
    out = bytearray((number >> 7 * i & 0x7F) | 0x80 for i in range(min(width, 8)))
    return bytes(out + bytes([number >> 56 & 0xFF])) if width == 9 else bytes(out[:-1] + bytes([out[-1] & 0x7F]))


def read(data, at):
    number = shift = 0
    for i in range(9):
        byte = data[at]
        at += 1
        number |= (byte if i == 8 else byte & 0x7F) << shift
        shift += 7
        if i < 8 and byte < 0x80:
            break
    return number, at


def lasting(path):
    """Ids of the event types whose second field is a duration."""
    types = json.loads(run(JFRTOOL, "metadata", "--format", "json", path).stdout)
    found = {}

    def walk(node):
        if isinstance(node, dict):
            fields = node.get("fields")
            names = [f.get("name") for f in fields] if isinstance(fields, list) else []
            if names[:2] == ["startTime", "duration"] and "id" in node:
                found[int(node["id"])] = node.get("name")
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(types)
    return found


def changed(data, types, bogus):
    """The recording with an impossible duration in the second event of each type and chunk, and how many."""
    out, at, count = bytearray(), 0, 0
    while at < len(data):
        (size, checkpoint, metadata) = struct.unpack(">QQQ", data[at + 8:at + 32])
        chunk, seen, moved = bytearray(data[at:at + 68]), {}, {}
        deltas, place = [], 68
        while place < size:
            length, body = read(data, at + place)
            kind, behind = read(data, body)
            moved[place] = len(chunk)
            event = data[body:at + place + length]
            if kind in types:
                seen[kind] = seen.get(kind, 0) + 1
                if seen[kind] == 2:
                    start, duration = read(data, behind)
                    _, rest = read(data, duration)
                    event = data[body:duration] + varint(bogus[count % len(bogus)]) + data[rest:at + place + length]
                    count += 1
            if kind == 1:
                _, second = read(data, behind)
                _, third = read(data, second)
                delta, rest = read(data, third)
                delta -= (1 << 64) if delta >= 1 << 63 else 0
                deltas.append((len(chunk) + 4 + third - body, place + delta if delta else None, len(chunk)))
                event = data[body:third] + padded(0, 9) + data[rest:at + place + length]
            chunk += padded(len(event) + 4, 4) + event
            place += length
        for where, to, of in deltas:
            chunk[where:where + 9] = padded(moved[to] - of if to is not None else 0, 9)
        chunk[8:32] = struct.pack(">QQQ", len(chunk), moved[checkpoint], moved[metadata])
        out += chunk
        at += size
    return bytes(out), count


def commands():
    """Names of the commands, and of the views."""
    views = [row["view"] for row in json.loads(run(JFRTOOL, "views", "--format", "json").stdout)["views"]]
    return [name for name in all_commands(JFRTOOL) if name not in NO_ANSWER], views


def lines(path, scratch):
    """A command line for each that answers; name, arguments, file it writes or None."""
    names, views = commands()
    for name in names:
        if name in ("diff", "gate"):
            yield name, [name, path, path], None
        elif name in ("callers", "callees", "method"):
            yield name, [name, "--all", path] if name == "callers" else [name, ".", path], None
        elif name in ("repair", "scrub", "cut", "assemble", "disassemble", "merge", "profile", "report", "export"):
            continue
        elif name == "view":
            for view in views:
                yield f"view {view}", ["view", view, path], None
        elif name == "sql":
            yield name, [name, path, "SELECT * FROM extent"], None
        else:
            yield name, [name, path], None
            if name in ("events",):
                yield "events --by", [name, path, "--by", "eventType", "--show", "count,sum(duration),max(duration)"], None
    for to in ("openmetrics", "otlp", "speedscope", "chrome", "firefox"):
        yield f"export {to}", ["export", "--to", to, path, "-o", os.path.join(scratch, "out")], os.path.join(scratch, "out")
    for kind in ("lock", "io", "wall"):
        for name in ("hot-methods", "collapsed", "timeline", "threads"):
            yield f"{name} {kind}", [name, "--event", kind, "--measure", "value", path], None


def answer(arguments, written):
    if written and os.path.exists(written):
        os.remove(written)
    done = run(JFRTOOL, *arguments)
    text = done.stdout
    if written and os.path.exists(written):
        with open(written, "rb") as file:
            text += file.read().decode("latin-1")
    return done.returncode, text, done.stderr


def huge(text):
    """What is out of proportion in a recording of seconds: numbers that are ns of more than an hour and no points of
    time of these years, hours, percents of thousands."""
    found = re.findall(r"(?<![0-9a-f])-?\d{13,}(?![0-9a-f])", text)  # none in an id of hexadecimal digits
    numbers = {n for n in found if not 1_400_000_000 <= int(n[:10]) <= 1_999_999_999}
    words = set(re.findall(r"\d{2,} h\b|\d+ d\b|\d{4,}(?:\.\d+)? ?%|\d+(?:\.\d+)?e\+\d+", text))
    return numbers | words


def problems_of(name, scratch):
    source = next(p for p in (os.path.join(TESTDATA, name), os.path.join(CORPUS, name), name) if os.path.exists(p))
    plain, wrong_file = os.path.join(scratch, "plain.jfr"), os.path.join(scratch, "wrong.jfr")
    with open(plain, "wb") as file:
        file.write(subprocess.run(["zstd", "-dcf", source], stdout=subprocess.PIPE, check=True).stdout)
    with open(plain, "rb") as file:
        data = file.read()
    per_second = struct.unpack(">Q", data[56:64])[0]
    bogus = [1 << 62, -5, per_second * 3600 * 30, (1 << 63) - 2, per_second * 900]
    made, count = changed(data, lasting(plain), bogus)
    with open(wrong_file, "wb") as file:
        file.write(made)
    wrong = [] if count > 2 else [f"only {count} durations were changed"]
    told = 0
    for what, arguments, written in lines(wrong_file, scratch):
        if what in AS_RECORDED:
            continue
        code, text, said = answer(arguments, written)
        usual = answer([plain if a == wrong_file else a for a in arguments], written)
        if code != usual[0]:
            wrong.append(f"{what}: exit code {code}, without them {usual[0]}: {said[:200]}")
        more = huge(text) - huge(usual[1])
        if more:
            wrong.append(f"{what}: {sorted(more)[:4]}")
        told += "much longer than the recording" in said
    if told < 5:
        wrong.append(f"only {told} answers say that durations were left out")
    raw = run(JFRTOOL, "print", "--json", "--exact", wrong_file).stdout
    if not re.search(r'"duration": "PT-', raw):
        wrong.append("print does not show the negative duration")
    return wrong


def main():
    with tempfile.TemporaryDirectory() as scratch:
        more = [name for name in OF_CORPUS if os.path.exists(os.path.join(CORPUS, name))]
        for name in sys.argv[1:] or RECORDINGS + more:
            check(f"{name}: impossible durations make no figure", problems_of(name, scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
