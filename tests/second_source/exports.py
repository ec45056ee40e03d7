"""`export` against sums in Python over `jfr print --json`: samples by thread, stack and time,
markers with their fields, counters, slices that nest; names whatever they hold.

usage: exports.py
"""
import collections
import gzip
import json
import os
import re
import sys
import tempfile

import calls
import events
import jdk
import openmetrics
import tables
from calls import nanoseconds
from jdk import JFRTOOL, check, decompressed, finish, find_recording, run, skip
from tables import at, span

CORPUS = os.environ.get("CORPUS", "")
RECORDINGS = ["shares-17", "custom-17", "hostile-17", "native-17", "full-gc-11"]
OF_CORPUS = ["flight_recording_17eaMonitoredVM10440_3.jfr"]
US = 1000
SLACK = 2 * US  # JDKs and we differ by some ns; formats hold microseconds

GROUPS = {
    "GC": "GarbageCollection GCPhasePause GCPhaseConcurrent",
    "Locks": "JavaMonitorEnter JavaMonitorWait ThreadPark ThreadSleep VirtualThreadPinned",
    "I/O": "FileRead FileWrite FileForce SocketRead SocketWrite SocketConnect",
    "Exceptions": "JavaExceptionThrow JavaErrorThrow",
    "JVM": "ExecuteVMOperation SafepointBegin Compilation Deoptimization",
}
GROUPS = {kind: ["jdk." + name for name in names.split()] for kind, names in GROUPS.items()}
NAMED = {name for names in GROUPS.values() for name in names}


# Printed to a pipe, JDKs have two marks for a character beyond 16 bits.
BEYOND = re.compile("[\U00010000-\U0010ffff]|[\ufffd?]{2}|[\ud800-\udfff]{2}")


def plain(name):
    return BEYOND.sub("#", name)


def exported(path, scratch, ending, *arguments):
    out = os.path.join(scratch, "out" + ending)
    done = run(JFRTOOL, "export", "-q", path, "-o", out, *arguments)
    assert done.returncode in (0, 4), f"exit {done.returncode}: {done.stderr}"
    if done.returncode:
        return None
    with (gzip.open if ending.endswith(".gz") else open)(out, "rb") as f:
        return f.read()


# ---- What the JDK prints -------------------------------------------------------------------------

def printed(jfr, path):
    done = run(jfr, "print", "--json", "--stack-depth", "2048", path)
    return json.loads(done.stdout, strict=False)["recording"]["events"]


def thread_key(thread):
    if not thread:
        return None
    name = thread.get("javaName") or thread.get("osName") or ""
    tid = thread["osThreadId"] or thread["javaThreadId"]
    return (plain(name) or (f"thread {thread['osThreadId']}"), tid)


def method(frame):
    name, method_name, _ = calls.method_of(frame)
    return plain((name + "." if name else "") + method_name).replace("/", ".")


def stack_of(trace, lines, hidden=False):
    """Root first. Samples are without hidden frames, events have them."""
    frames = [f for f in trace["frames"] if hidden or not f["method"]["hidden"]] if trace else []
    return tuple((method(f), f["lineNumber"]) if lines else method(f) for f in reversed(frames))


def samples_of(theirs, lines):
    """{(thread, stack, root first): [times]}; without what has no stack."""
    rows = collections.defaultdict(list)
    for event in theirs:
        if event["type"] != "jdk.ExecutionSample":
            continue
        values = event["values"]
        stack = stack_of(values["stackTrace"], lines)
        rows[thread_key(values["sampledThread"]), stack].append(nanoseconds(values["startTime"]))
    return rows


def happened(theirs, kind):
    """Events of a kind: (type, thread, start, duration, values)."""
    for event in theirs:
        values, name = event["values"], event["type"]
        duration = span(values["duration"]) if values.get("duration") else 0
        mine = name in GROUPS[kind] if kind in GROUPS else name not in NAMED and duration and duration > 0
        if mine:
            yield (name, thread_key(values.get("eventThread")) or ("JVM", 0), nanoseconds(values["startTime"]),
                   max(duration or 0, 0), values)


def near(ours, theirs, what):
    """Two lists of numbers that may differ by rounding."""
    ours, theirs = sorted(ours), sorted(theirs)
    if len(ours) != len(theirs):
        return [f"{what}: ours {len(ours)}, jfr {len(theirs)}"]
    return [f"{what}: ours {a}, jfr {b}" for a, b in zip(ours, theirs) if abs(a - b) > SLACK][:3]


def dictionary_problems(ours, theirs, what):
    problems = []
    for key in sorted(set(ours) | set(theirs), key=str):
        if key not in ours or key not in theirs:
            problems.append(f"{what} {str(key)[:150]}: only {'jfr' if key in theirs else 'ours'} has it")
        else:
            problems += near(ours[key], theirs[key], f"{what} {str(key)[:100]}")
    return problems


# ---- Firefox -------------------------------------------------------------------------------------

class Firefox:
    def __init__(self, data):
        self.profile = json.loads(data.decode("utf-8"))
        self.shared = self.profile["shared"]
        self.strings = [plain(text) for text in self.shared["stringArray"]]
        self.start = round(self.profile["meta"]["startTime"] * 1e6)
        self.categories = [c["name"] for c in self.profile["meta"]["categories"]]

    def time(self, ms):
        return self.start + round(ms * 1e6)

    def stack(self, index):
        table, frames, out = self.shared["stackTable"], self.shared["frameTable"], []
        while index is not None:
            frame = table["frame"][index]
            line = frames["line"][frame]
            name = self.strings[self.shared["funcTable"]["name"][frames["func"][frame]]]
            out.append((name.replace("/", "."), -1 if line is None else line))
            offset = table["prefixOffset"][index]
            assert 0 <= offset <= index
            index = index - offset if offset else None
        return tuple(reversed(out))

    def samples(self):
        rows = collections.defaultdict(list)
        for thread in self.profile["threads"]:
            s, key = thread["samples"], (plain(thread["name"]), thread["tid"])
            assert s["length"] == len(s["stack"]) == len(s["time"])
            assert s["time"] == sorted(s["time"]), "samples of a thread are not in order"
            for i in range(s["length"]):
                rows[key, self.stack(s["stack"][i])] += [self.time(s["time"][i])] * (s["weight"] or [1] * s["length"])[i]
        return rows

    def markers(self, kind):
        for thread in self.profile["threads"]:
            m, key = thread["markers"], (plain(thread["name"]), thread["tid"])
            assert len({m["length"], *(len(m[c]) for c in ("data", "name", "startTime", "endTime", "phase", "category"))}) == 1
            for i in range(m["length"]):
                if self.categories[m["category"][i]] != kind:
                    continue
                start, end = self.time(m["startTime"][i]), m["endTime"][i]
                assert (end is None) == (m["phase"][i] == 0)
                data = m["data"][i]
                assert self.strings[m["name"][i]] == data["type"].removeprefix("jdk.")
                yield (data["type"], key, start, self.time(end) - start if end is not None else 0, data)


def shape_problems(fox):
    """What the viewer relies on: columns of one length, indices that are there."""
    problems, shared = [], fox.shared
    for name in ("stackTable", "frameTable", "funcTable", "resourceTable", "nativeSymbols", "sources"):
        table = shared[name]
        problems += [f"{name}.{c} has {len(v)} of {table['length']}" for c, v in table.items()
                     if c != "length" and len(v) != table["length"]]
    if sum(t["isMainThread"] for t in fox.profile["threads"]) != 1:
        problems.append("there is not one main thread")
    if any(f["key"] in ("cause", "stack", "type") for s in fox.profile["meta"]["markerSchema"] for f in s["fields"]):
        problems.append("a field has a name that the viewer gives another meaning")
    return problems


def field_problems(fox, field, ours, theirs):
    value, path, kind = ours.get(field["key"]), field["label"], field["format"]
    wanted = at(theirs, path)
    if isinstance(wanted, dict) and "osThreadId" in wanted:
        wanted = thread_key(wanted)[0]
    elif isinstance(wanted, dict) and "descriptor" in wanted:
        wanted = method({"method": wanted})
    elif isinstance(wanted, dict) or kind == "unique-string":
        wanted = events.class_name(wanted) if wanted is not None else None
    if value is None or wanted is None:
        return [] if value == wanted or wanted in (-2**63, "") or kind in ("nanoseconds", "time") else [f"{path}: ours {value}, jfr {wanted}"]
    if kind == "unique-string":
        value = fox.strings[value].replace("/", ".")
    elif kind == "nanoseconds":
        wanted = span(wanted)
    elif kind == "time":
        value, wanted = (0, 0) if abs(fox.time(value) - nanoseconds(wanted)) <= SLACK else (value, wanted)
    elif kind in ("percentage", "decimal"):
        value, wanted = tables.real(value), tables.real(wanted)
    elif kind == "string":
        value, wanted = str(value), str(wanted).lower() if isinstance(wanted, bool) else hex(wanted)
    elif kind in ("integer", "bytes") and isinstance(wanted, int):
        value, wanted = value % 2**64, wanted % 2**64
    return [] if value == wanted else [f"{path}: ours {value!r}, jfr {wanted!r}"]


def marker_problems(fox, theirs, kind):
    order = lambda row: (row[0], row[1][0], row[1][1], row[2] // SLACK, row[3])
    mine, others = sorted(fox.markers(kind), key=order), sorted(happened(theirs, kind), key=order)
    counts = [collections.Counter((row[0], row[1]) for row in rows) for rows in (mine, others)]
    problems = [f"{key}: ours {counts[0][key]}, jfr {counts[1][key]}" for key in set(counts[0]) | set(counts[1])
                if counts[0][key] != counts[1][key]]
    if problems:
        return problems
    for column, what in ((2, "starts"), (3, "durations")):
        by = [collections.defaultdict(list), collections.defaultdict(list)]
        for rows, into in ((mine, by[0]), (others, by[1])):
            for row in rows:
                into[row[0], row[1]].append(row[column])
        problems += dictionary_problems(*by, what)
    schemas = {s["name"]: s["fields"] for s in fox.profile["meta"]["markerSchema"]}
    # Events that begin within the rounding may come in another order: those that stand alone.
    key = lambda row: (row[0], row[1])
    for i, (a, b) in enumerate(zip(mine, others)):
        alone = all(0 > k or k >= len(mine) or key(mine[k]) != key(a) or abs(mine[k][2] - a[2]) > 4 * SLACK for k in (i - 1, i + 1))
        if not alone:
            continue
        for field in schemas[a[0]]:
            problems += [f"{a[0]}.{p}" for p in field_problems(fox, field, a[4], b[4])]
        stack = stack_of(b[4].get("stackTrace"), True, True)
        if stack and fox.stack(a[4].get("cause", {}).get("stack")) != stack:
            problems.append(f"{a[0]}: the stack is another one")
    return problems


def counter_problems(fox, theirs):
    counters = {c["name"]: c["samples"] for c in fox.profile.get("counters", [])}
    heap = sorted((nanoseconds(e["values"]["startTime"]), e["values"]["heapUsed"]) for e in theirs
                  if e["type"] == "jdk.GCHeapSummary")
    loads = [e["values"] for e in theirs if e["type"] == "jdk.CPULoad"]
    problems = []
    if heap:
        mine, level = counters.get("Heap used", {"time": [], "count": []}), 0
        used = []
        for delta in mine["count"]:
            level += delta
            used.append(level)
        problems += near([fox.time(t) for t in mine["time"]], [t for t, _ in heap], "times of heap")
        problems += [] if sorted(used) == sorted(u for _, u in heap) else ["heap in use differs"]
    if "JVM CPU time" in counters:
        mine = counters["JVM CPU time"]
        processors = next(e["values"]["hwThreads"] for e in theirs if e["type"] == "jdk.CPUInformation")
        rows = sorted((nanoseconds(v["startTime"]), v["jvmUser"] + v["jvmSystem"]) for v in loads)
        problems += near([fox.time(t) for t in mine["time"]], [t for t, _ in rows], "times of CPU load")
        for i in range(1, len(rows)):
            ms = rows[i][1] * processors * (rows[i][0] - rows[i - 1][0]) / 1e6
            if abs(mine["count"][i] - ms) > 0.01 * ms + 0.01 and rows[i][0] - rows[i - 1][0] < 1.5e9:
                problems.append(f"CPU time {i}: ours {mine['count'][i]}, jfr {ms}")
    return problems


def firefox(name, path, theirs, scratch):
    data = exported(path, scratch, ".firefox.json.gz", "--raw-names", "--max-events", "0", "--event", "jdk.ExecutionSample")
    if data is None:
        skip(f"{name}: has nothing for firefox")
        return
    fox = Firefox(data)
    check(f"{name}, firefox: tables", shape_problems(fox))
    check(f"{name}, firefox: samples", dictionary_problems(fox.samples(), samples_of(theirs, True), "samples"))
    for kind in [*GROUPS, "Other events"]:
        check(f"{name}, firefox: markers of {kind}", marker_problems(fox, theirs, kind))
    check(f"{name}, firefox: counters", counter_problems(fox, theirs))


def cut_markers(path, theirs, scratch):
    """The longest of each kind stay."""
    fox = Firefox(exported(path, scratch, ".firefox.json", "--max-events", "3", "--event", "jdk.ExecutionSample"))
    problems = []
    for kind in GROUPS:
        longest = sorted((row[3] for row in happened(theirs, kind)), reverse=True)[:3]
        problems += near([row[3] for row in fox.markers(kind)], longest, f"{kind}: durations")
    return problems


# ---- speedscope ----------------------------------------------------------------------------------

def speedscope_samples(data):
    document = json.loads(data.decode("utf-8"))
    frames = [plain(f["name"]) for f in document["shared"]["frames"]]
    rows = collections.Counter()
    for profile in document["profiles"]:
        assert len(profile["samples"]) == len(profile["weights"])
        assert profile["endValue"] == sum(profile["weights"])
        for stack, weight in zip(profile["samples"], profile["weights"]):
            rows[plain(profile["name"]), tuple(frames[f] for f in stack)] += weight
    return rows


def speedscope(name, path, theirs, scratch):
    counts = collections.Counter()
    for (thread, stack), times in samples_of(theirs, False).items():
        if stack:
            counts[thread[0], stack] += len(times)
    if not counts:
        return
    arguments = ("--raw-names", "--event", "jdk.ExecutionSample")
    ours = speedscope_samples(exported(path, scratch, ".speedscope.json", *arguments))
    check(f"{name}, speedscope: samples", [f"{k}: ours {ours[k]}, jfr {counts[k]}" for k in set(ours) | set(counts)
                                           if ours[k] != counts[k]])
    check(f"{name}, --min-share", pruned_problems(
        speedscope_samples(exported(path, scratch, ".speedscope.json", "--min-share", "5", *arguments)), counts))


def pruned_problems(ours, counts):
    """Nodes with 5 % of all or more stay, and each sample is counted where it was cut."""
    inclusive, wanted = collections.Counter(), collections.Counter()
    for (_, stack), count in counts.items():
        for depth in range(1, len(stack) + 1):
            inclusive[stack[:depth]] += count
    least = 0.05 * sum(counts.values())
    for (thread, stack), count in counts.items():
        kept = [d for d in range(1, len(stack) + 1) if inclusive[stack[:d]] >= least]
        depth = max(kept, default=0)
        wanted[thread, stack if depth == len(stack) else stack[:depth] + ("(left out)",)] += count
    return [f"{k}: ours {ours[k]}, wanted {wanted[k]}" for k in set(ours) | set(wanted) if ours[k] != wanted[k]]


# ---- Traces --------------------------------------------------------------------------------------

def nests(slices):
    """Slices of one track: each ends before the one around it does."""
    around = []
    for start, end in sorted(slices, key=lambda s: (s[0], -s[1])):
        while around and around[-1] <= start:
            around.pop()
        if around and end > around[-1]:
            return False
        around.append(end)
    return True


def ns(micros):
    """Written with three digits: exact."""
    return round(micros * 1000)


def chrome(name, path, theirs, scratch):
    data = exported(path, scratch, ".trace.json")
    document = json.loads(data.decode("utf-8"))
    zero = nanoseconds(document["otherData"]["zero"])
    events_of, tracks, mine = document["traceEvents"], collections.defaultdict(list), collections.defaultdict(list)
    names = {e["tid"]: e["args"] for e in events_of if e["ph"] == "M" and e["name"] == "thread_name"}
    for e in events_of:
        if e["ph"] == "X":
            tracks[e["tid"]].append((ns(e["ts"]), ns(e["ts"]) + ns(e["dur"])))
        if e["ph"] in "Xi":
            thread = names[e["tid"]]
            tid = thread.get("osThreadId") or thread.get("javaThreadId") or 0
            mine[e["name"], e["cat"], tid].append((zero + ns(e["ts"]), ns(e.get("dur", 0))))
    check(f"{name}, trace: slices nest", [f"track {names[t]}" for t, slices in tracks.items() if not nests(slices)])
    wanted = collections.defaultdict(list)
    for kind in [*GROUPS, "Other events"]:
        for row in happened(theirs, kind):
            wanted[row[0].removeprefix("jdk."), kind, row[1][1]].append((row[2], row[3]))
    problems = []
    for column, what in ((0, "starts"), (1, "durations")):
        problems += dictionary_problems({k: [r[column] for r in v] for k, v in mine.items()},
                                        {k: [r[column] for r in v] for k, v in wanted.items()}, what)
    check(f"{name}, trace: events", problems)
    loads = [e["args"] for e in events_of if e["ph"] == "C" and e["name"] == "CPU load"]
    wanted = [v for v in (e["values"] for e in theirs if e["type"] == "jdk.CPULoad")]
    check(f"{name}, trace: CPU load", [] if sorted(tables.real(l["machineTotal"]) for l in loads) ==
          sorted(tables.real(v["machineTotal"]) for v in wanted) else ["it is another one"])


# ---- OTLP ----------------------------------------------------------------------------------------

def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
        if byte < 128:
            return value, at


def message(data):
    """{field number: [value]}: numbers, or bytes."""
    fields, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        else:
            assert tag & 7 == 2, f"wire type {tag & 7}"
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
            assert len(value) == length
        fields[tag >> 3].append(value)
    return fields


def packed(values):
    out = []
    for value in values:
        at = 0
        while at < len(value):
            number, at = varint(value, at)
            out.append(number)
    return out


def one(fields, number, default=0):
    return fields.get(number, [default])[0]


def otlp(name, path, theirs, scratch):
    counts = collections.Counter()
    for (thread, stack), times in samples_of(theirs, True).items():
        counts[thread, stack] += len(times)
    if not counts:
        return
    root = message(exported(path, scratch, ".otlp", "--raw-names", "--event", "jdk.ExecutionSample"))
    tables_of = message(one(root, 2))
    strings = [plain(s.decode("utf-8")) for s in tables_of[5]]
    functions, locations = [message(f) for f in tables_of[3]], [message(f) for f in tables_of[2]]
    stacks, attributes = [message(s) for s in tables_of[7]], [message(a) for a in tables_of[6]]
    problems = [f"entry 0 of table {n} is not empty" for n, table in ((2, locations), (3, functions), (6, attributes), (7, stacks))
                if table[0]] + ([] if strings[0] == "" and tables_of[1][0] == b"" else ["entry 0 of strings or mappings"])

    def frame(index):
        line = message(one(locations[index], 3))
        kind = packed(locations[index][4])
        text = message(one(attributes[kind[0]], 2))[1][0]
        if strings[one(attributes[kind[0]], 1)] != "profile.frame.type" or text not in (b"jvm", b"native", b"kernel"):
            problems.append("a location has another attribute than its frame type")
        return (strings[one(functions[one(line, 1)], 1)].replace("/", "."), one(line, 2) or -1)

    scope = message(one(message(one(root, 1)), 2))
    ours = collections.Counter()
    profile = message(scope[2][0])
    if [strings[one(message(one(profile, 1)), n)] for n in (1, 2)] != ["samples", "count"]:
        problems.append("the first profile is not of samples")
    for sample in map(message, profile[2]):
        stack = tuple(frame(i) for i in reversed(packed(stacks[one(sample, 1)][1])))
        thread = {}
        for index in packed(sample[2]):
            value = message(one(attributes[index], 2))
            thread[strings[one(attributes[index], 1)]] = plain(value[1][0].decode()) if 1 in value else one(value, 3)
        ours[(thread["thread.name"], thread.get("thread.id", 0)), stack] += sum(packed(sample[4]))
    counts = collections.Counter({(t, tuple((m, n if n > 0 else -1) for m, n in s)): c for (t, s), c in counts.items()})
    problems += [f"{str(k)[:200]}: ours {ours[k]}, jfr {counts[k]}" for k in set(ours) | set(counts) if ours[k] != counts[k]]
    check(f"{name}, otlp: samples", problems)


def otlp_read_back(path, scratch):
    """hot-methods of what was exported is hot-methods of the recording, for each kind of samples."""
    problems, kinds = [], 0
    out = os.path.join(scratch, "back.otlp")
    for kind in ("cpu", "wall", "alloc", "lock", "io", "exception"):
        asked = ["hot-methods", "-q", "--event", kind, "--top", "0", "--by", "line", "--format", "csv"]
        theirs = run(JFRTOOL, *asked, path)
        if theirs.returncode != 0:
            continue  # none of them
        kinds += 1
        run(JFRTOOL, "export", "-q", "--event", kind, "--by", "line", path, "-o", out)
        ours = run(JFRTOOL, *asked, out)
        if ours.stdout != theirs.stdout:
            problems.append(f"{kind}: {ours.stderr}{ours.stdout[:200]}")
    any_samples = run(JFRTOOL, "hot-methods", "-q", "--json", "--allow-empty", path).stdout
    none = json.loads(any_samples)["samples"] == 0 if any_samples else True
    return problems if kinds or none else ["no samples at all"]


def several_jvms(scratch):
    """One file of several JVMs: of each what its own recording has, and nothing else."""
    paths = [decompressed(find_recording(name), scratch) for name in ("shares-17", "lambdas-17", "chunks-17")]
    out = os.path.join(scratch, "all.om")
    run(JFRTOOL, "export", "-q", *paths, "-o", out)
    with open(out, encoding="utf-8") as f:
        text = f.read()
    ours, alone = openmetrics.values(text), {}
    for path in paths:
        own = openmetrics.values(exported(path, scratch, ".om").decode("utf-8"))
        alone.update(own)
        if len(own) != 1:
            return [f"{path} is of {list(own)}"]
    problems = [] if ours == alone and len(alone) == 3 else [f"{list(ours)}, alone {list(alone)}"]
    heads = [line for line in text.splitlines() if line.startswith("# TYPE")]
    return problems + ([] if len(heads) == len(set(heads)) else ["a family is there twice"])


# ---- All of it -----------------------------------------------------------------------------------

def same_as_commands(path, scratch):
    """Formats that have a command are that command's bytes."""
    problems = []
    for ending, command in ((".pb.gz", ["profile"]), (".collapsed", ["collapsed"]), (".svg", ["flame"]),
                            (".csv", ["events", "jdk.ExecutionSample"]), (".ndjson", ["events", "jdk.ExecutionSample"])):
        options = ["--from", "1s", "--thread", "."]
        out = os.path.join(scratch, "theirs" + (ending if ending != ".collapsed" else ".txt"))
        run(JFRTOOL, *command, "-q", path, "-o", out, *options)
        with open(out, "rb") as f:
            theirs = f.read()
        ours = exported(path, scratch, ending + "", "--event", "jdk.ExecutionSample", *options)
        if ending == ".pb.gz":
            theirs = gzip.decompress(theirs)
        if ours != theirs:
            problems.append(f"{ending} is not what {command[0]} writes")
    return problems


def recording(name, path, jfr, scratch):
    theirs = printed(jfr, path)
    firefox(name, path, theirs, scratch)
    speedscope(name, path, theirs, scratch)
    chrome(name, path, theirs, scratch)
    otlp(name, path, theirs, scratch)
    check(f"{name}, otlp: read back", otlp_read_back(path, scratch))
    text = exported(path, scratch, ".om")
    if text is not None:
        check(f"{name}, openmetrics", openmetrics.problems_of(text.decode("utf-8"), theirs, SLACK))


def large(scratch):
    """What the viewer has trouble with is written, and said: counted here, packed or not."""
    path, size = os.path.join(scratch, "many.jfr"), 50 << 20
    with open(find_recording("native-17"), "rb") as one, open(path, "wb") as many:
        many.write(one.read() * 560)
    said = {}
    for ending in (".firefox.json", ".firefox.json.gz"):
        out = os.path.join(scratch, "large" + ending)
        done = run(JFRTOOL, "export", "--keep-duplicates", "--max-events", "0", path, "-o", out)
        with (gzip.open if ending.endswith(".gz") else open)(out, "rb") as f:
            written = sum(len(block) for block in iter(lambda: f.read(1 << 20), b""))
        os.unlink(out)
        if written <= size:
            return [f"{written} bytes are not more than {size}: the test needs more"]
        said[ending] = re.search(r"the export has ([\d.]+) MiB uncompressed; the Firefox Profiler has trouble with more than 50.0 MiB: .*--max-events",
                                 done.stderr)
        if not said[ending] or abs(float(said[ending][1]) - written / (1 << 20)) > 0.06:
            return [f"{ending}: {written} bytes, {done.stderr}"]
    os.unlink(path)
    done = run(JFRTOOL, "export", find_recording("native-17"), "-o", os.path.join(scratch, "small.firefox.json"))
    return [done.stderr] if "has trouble" in done.stderr else []


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    jfr = os.path.join(homes[-1], "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        for name in RECORDINGS:
            recording(name, decompressed(find_recording(name), scratch), jfr, scratch)
        for name in OF_CORPUS:
            path = os.path.join(CORPUS, "recordings", name)
            if not os.path.exists(path):
                skip(f"{name} is not at hand")
                continue
            recording(name, decompressed(path, scratch), jfr, scratch)
        path = decompressed(find_recording("full-gc-11"), scratch)
        check("firefox: --max-events keeps the longest", cut_markers(path, printed(jfr, path), scratch))
        check("openmetrics: several JVMs", several_jvms(scratch))
        check("firefox: more than the viewer opens is said", large(scratch))
        check("formats of other commands", same_as_commands(find_recording("shares-17"), scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
