"""`events` against sums in Python over `jfr print --json`: every event with its fields, conditions,
groups with sums, percentiles and different values.

usage: events.py
"""
import collections
import gzip
import json
import math
import os
import sys
import tempfile

import calls
import jdk
import tables
from jdk import check, decompressed, finish, find_recording, run, skip
from tables import at, span

TOOL = os.environ.get("JFRTOOL", os.path.join(jdk.ROOT, "build/jfrtool"))
CORPUS = os.environ.get("CORPUS", "")
RECORDINGS = ["native-17", "custom-17", "shares-25"]
OF_CORPUS = ["io_test.jfr"]
MS = 10**6


def ours(*arguments, code=0):
    done = run(TOOL, "events", "--tz", "utc", "--quiet", *arguments)
    assert done.returncode in (code, 4), f"{arguments}: exit {done.returncode}: {done.stderr}"
    return done.stdout


def rows_of(kind, path, *arguments):
    return [json.loads(line) for line in ours(kind, path, "--format", "ndjson", *arguments).splitlines()]


def groups_of(kind, path, *arguments):
    return json.loads(ours(kind, path, "--json", *arguments))["groups"]


def theirs_of(jfr, path):
    events = collections.defaultdict(list)
    done = run(jfr, "print", "--json", "--stack-depth", "64", path)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        events[event["type"]].append(event["values"])
    return events


def duration(event):
    return span(event["duration"])


def method(frame):
    name = tables.text_of(frame["method"]["type"]).replace("/", ".")
    return f'{name}.{frame["method"]["name"]}'


def top(event, test=lambda frame: True):
    """The first frame that is so; hidden ones are none."""
    stack = event.get("stackTrace")
    frames = [f for f in (stack or {"frames": []})["frames"] if not f["method"].get("hidden")]
    return next((method(f) for f in frames if test(f)), None)


PRIMITIVES = {"B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long",
              "S": "short", "Z": "boolean"}


def class_name(value):
    """With dots, and arrays as Java has them."""
    if value is None:
        return None
    name = tables.text_of(value).replace("/", ".")
    element = name.lstrip("[")
    brackets = len(name) - len(element)
    if brackets:
        element = PRIMITIVES.get(element) or element[1:].rstrip(";")
    return element + "[]" * brackets


def rank(values, share):
    return sorted(values)[max(0, math.ceil(len(values) * share - 1e-9) - 1)]


def differ(mine, theirs):
    return [f"{key}: ours {mine.get(key)}, jfr {theirs.get(key)}"
            for key in sorted(set(mine) | set(theirs), key=str) if mine.get(key) != theirs.get(key)][:5]


# ---- All events, all fields ----------------------------------------------------------------------

def simple(value):
    """What both have in the same form: numbers, texts, booleans; the names of threads."""
    if isinstance(value, dict):
        return value.get("javaName") if "javaName" in value else None
    return value


def count_problems(events, path):
    found = json.loads(ours("*", path, "--count", "--json"))["groups"]
    return differ({g["eventType"]: g["count"] for g in found},
                  {name: len(items) for name, items in events.items()})


def field_problems(events, path, kind, fields):
    mine = collections.Counter(tuple(simple(at(r, f)) for f in fields) for r in rows_of(kind, path))
    theirs = collections.Counter(
        tuple(duration(e) if f == "duration" else simple(at(e, f)) for f in fields)
        for e in events[kind])
    return differ(mine, theirs)


FIELDS = {
    "jdk.FileRead": ["duration", "path", "bytesRead", "endOfFile", "eventThread"],
    "jdk.SocketRead": ["duration", "host", "port", "bytesRead", "endOfStream", "eventThread"],
    "jdk.GCHeapSummary": ["gcId", "when", "heapSpace.start", "heapSpace.committedSize", "heapUsed"],
    "jdk.JavaMonitorEnter": ["duration", "eventThread", "previousOwner"],
    "jdk.PhysicalMemory": ["totalSize", "usedSize"],
}


# ---- Conditions ----------------------------------------------------------------------------------

CONDITIONS = [
    ("jdk.JavaMonitorEnter", "duration > 40.2ms", lambda e: duration(e) > 40.2 * MS),
    ("jdk.JavaMonitorEnter", 'previousOwner.javaName == "holder" && !(duration < 40.1 ms)',
     lambda e: at(e, "previousOwner.javaName") == "holder" and not duration(e) < 40.1 * MS),
    ("jdk.FileRead", 'bytesRead >= 1MB || endOfFile',
     lambda e: e["bytesRead"] >= 1 << 20 or e["endOfFile"]),
    ("jdk.FileRead", 'path ~ "[.]class$" and bytesRead in (4096, 8192)',
     lambda e: e["path"].endswith(".class") and e["bytesRead"] in (4096, 8192)),
    ("jdk.CPULoad", "machineTotal > 50.5%", lambda e: e["machineTotal"] > 0.505),
    ("jdk.ExecutionSample", 'stackTrace has "^workload[.]Shares[.]" && sampledThread != null',
     lambda e: any(method(f).startswith("workload.Shares.") for f in e["stackTrace"]["frames"])
     and e["sampledThread"] is not None),
    ("jdk.JavaExceptionThrow", 'message != null && thrownClass !~ "Error"',
     lambda e: e["message"] is not None and "Error" not in class_name(e["thrownClass"])),
    ("jdk.SocketRead", "timeout == 0s && bytesRead < 100",
     lambda e: span(e["timeout"]) == 0 and e["bytesRead"] < 100),
]


def condition_problems(events, path):
    problems = []
    for kind, where, test in CONDITIONS:
        if not events.get(kind):
            continue
        mine = ours(kind, path, "--where", where, "--count", "--json")
        mine = json.loads(mine)["events"]
        theirs = sum(bool(test(e)) for e in events[kind])
        if mine != theirs:
            problems.append(f"{kind} where {where}: ours {mine}, jfr {theirs}")
    return problems


# ---- Groups --------------------------------------------------------------------------------------

GROUPS = [
    ("jdk.FileRead", "path", "bytesRead", lambda e: e["path"], lambda e: e["bytesRead"]),
    ("jdk.FileRead", "eventThread", "duration", lambda e: at(e, "eventThread.javaName"), duration),
    ("jdk.SocketRead", "host", "duration", lambda e: e["host"], duration),
    ("jdk.JavaMonitorEnter", "monitorClass", "duration", lambda e: class_name(e["monitorClass"]),
     duration),
    ("jdk.ThreadPark", "parkedClass", "duration", lambda e: class_name(e["parkedClass"]), duration),
    ("jdk.JavaExceptionThrow", "thrownClass", "startTime",
     lambda e: class_name(e["thrownClass"]), lambda e: calls.nanoseconds(e["startTime"])),
]

JDK = ("java.", "javax.", "jdk.", "sun.", "com.sun.")
STACKS = [
    ("stackTrace.topFrame", lambda frame: True),
    ("stackTrace.topNotInitFrame", lambda frame: frame["method"]["name"] != "<init>"),
    ("stackTrace.topApplicationFrame", lambda frame: not method(frame).startswith(JDK)),
    ("stackTrace.throwerFrame", lambda frame: frame["method"]["name"] != "<init>" and
     not method(frame).startswith(JDK)),
]


def numbers(values):
    return (len(values), sum(values), min(values), rank(values, 0.5), rank(values, 0.99),
            max(values), len(set(values)))


def group_problems(events, path):
    problems = []
    for kind, by, field, key, value in GROUPS:
        if not events.get(kind) or field == "startTime":
            continue
        shown = groups_of(kind, path, "--by", by, "--show",
                          f"count,sum({field}),min({field}),p50({field}),p99({field}),max({field}),"
                          f"unique({field})")
        mine = {g[by]: tuple(g[f"{f}_{field}"] if f != "count" else g["count"] for f in
                             ("count", "sum", "min", "p50", "p99", "max", "unique")) for g in shown}
        theirs = collections.defaultdict(list)
        for event in events[kind]:
            theirs[key(event)].append(value(event))
        problems += [f"{kind} by {by}: {p}" for p in
                     differ(mine, {k: numbers(v) for k, v in theirs.items()})]
    return problems


def stack_problems(events, path):
    problems = []
    for kind in ("jdk.JavaExceptionThrow", "jdk.ExecutionSample", "jdk.FileRead"):
        for by, test in STACKS if events.get(kind) else []:
            shown = groups_of(kind, path, "--by", by, "--raw-names")
            mine = {g[by.replace(".", "_")]: g["count"] for g in shown}
            theirs = collections.Counter(top(e, test) for e in events[kind])
            problems += [f"{kind} by {by}: {p}" for p in differ(mine, theirs)]
    return problems


def recording_problems(label, jfr, path):
    events = theirs_of(jfr, path)
    check(f"{label}: events of each type", count_problems(events, path))
    for kind, fields in FIELDS.items():
        if events.get(kind):
            check(f"{label}: {len(events[kind])} {kind}, {', '.join(fields)}",
                  field_problems(events, path, kind, fields))
    check(f"{label}: conditions", condition_problems(events, path))
    check(f"{label}: groups", group_problems(events, path))
    check(f"{label}: groups by frames", stack_problems(events, path))


def unpacked(path, scratch):
    """The JDK reads no gzip, whatever the name says."""
    with open(path, "rb") as packed:
        data = packed.read()
    plain = os.path.join(scratch, os.path.basename(path).removesuffix(".gz"))
    with open(plain, "wb") as out:
        out.write(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    return plain


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    jfr = os.path.join(homes[-1], "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        for name in RECORDINGS:
            recording_problems(name, jfr, decompressed(find_recording(name), scratch))
        folder = os.path.join(CORPUS, "recordings")
        if not os.path.isdir(folder):
            skip("CORPUS does not name a folder of recordings")
            return finish()
        for name in OF_CORPUS:
            recording_problems(name, jfr, unpacked(os.path.join(folder, name), scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
