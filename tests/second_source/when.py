"""When and in which thread: timeline, heatmap and threads against the JDK's own `jfr print`.

Everything is counted anew here from the events that the JDK prints: samples per second, thread and
state, cells of the heat map, the busiest window by trying all of them, CPU loads, pauses. What CPU
time a thread took, the thread itself says (Clocked.java).

usage: when.py
"""
import collections
import json
import math
import os
import re
import sys
import tempfile

import jdk
from jdk import JFRTOOL, check, decompressed, finish, find_recording, run, skip

NUMBER = r"(?<![^\W_])[0-9]+|[0-9]+$"  # in names of threads: begins a word or ends the name
SECOND = 1_000_000_000
MS = 1_000_000
# jdk.CPULoad ends about once a second, jdk.ThreadCPULoad every ten: the settings of the JDK.
RECORDINGS = {"shares-17": "jdk.ExecutionSample", "shares-25": "jdk.ExecutionSample",
              "chunks-17": "jdk.ExecutionSample", "native-17": "jdk.ObjectAllocationSample",
              "cputime-25": "jdk.CPUTimeSample"}
EVENTS = ["jdk.ExecutionSample", "jdk.CPUTimeSample", "jdk.ObjectAllocationSample", "jdk.CPULoad",
          "jdk.GCPhasePause", "jdk.ContainerCPUUsage"]


# ---- What the JDK prints -------------------------------------------------------------------------

def nanoseconds(text):
    """2025-11-20T20:51:00.123456789Z or with an offset -> ns since the epoch."""
    m = re.match(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?(Z|[+-]\d+:\d+)", text)
    import datetime
    y, mo, d, h, mi = (int(m[i]) for i in range(1, 6))
    days = (datetime.date(y, mo, d) - datetime.date(1970, 1, 1)).days
    ns = (days * 86400 + h * 3600 + mi * 60 + int(m[6] or 0)) * SECOND
    ns += int(((m[7] or "") + "0" * 9)[:9])
    if m[8] != "Z":
        sign = -1 if m[8][0] == "-" else 1
        hours, minutes = m[8][1:].split(":")
        ns -= sign * (int(hours) * 3600 + int(minutes) * 60) * SECOND
    return ns


def span(text):
    """PT0.005S, PT1M2.5S -> ns."""
    m = re.match(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$", text)
    whole, _, fraction = (m[3] or "0").partition(".")
    ns = (int(m[1] or 0) * 3600 + int(m[2] or 0) * 60 + int(whole)) * SECOND
    return ns + int((fraction + "0" * 9)[:9])


def printed(jfr, path):
    """{event type: [(time in ns, values)]}, in order of time."""
    names = ",".join(e.removeprefix("jdk.") for e in EVENTS)
    done = run(jfr, "print", "--json", "--stack-depth", "1", "--events", names, path)
    events = collections.defaultdict(list)
    for e in json.loads(done.stdout)["recording"]["events"]:
        values = e["values"]
        events[e["type"]].append((nanoseconds(values["startTime"]), values))
    for rows in events.values():
        rows.sort(key=lambda row: row[0])
    return events


def thread_of(values):
    return values.get("sampledThread") or values.get("eventThread")


def thread_name(thread):
    return (thread.get("javaName") or thread.get("osName") or "") if thread else None


# ---- Ours against it -----------------------------------------------------------------------------

def ours(command, path, *options):
    done = run(JFRTOOL, command, "--json", "-q", *options, path)
    if done.returncode:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def differences(what, mine, theirs):
    return [f"{what} {key}: ours {mine.get(key)}, jfr {theirs.get(key)}"
            for key in sorted(set(mine) | set(theirs), key=str) if mine.get(key) != theirs.get(key)]


def per_step(rows, key, start, step):
    """{key of the row: {number of the step: samples}}"""
    counts = collections.defaultdict(collections.Counter)
    for time, values in rows:
        counts[key(values)][(time - start) // step] += 1
    return counts


def step_problems(path, event, rows, split, key):
    mine = ours("timeline", path, "--event", event, "--split", split, "--top", "0",
                "--resolution", "1s")
    theirs = per_step(rows, key, mine["start_ns"], SECOND)
    steps = lambda counts: {i: n for i, n in enumerate(counts) if n}
    problems = [] if mine["samples"] == len(rows) else [f"samples: {mine['samples']}, {len(rows)}"]
    problems += differences("step", steps(mine["counts"]),
                            dict(sum(theirs.values(), collections.Counter())))
    if split != "none":
        named = {r.get(split): steps(r["counts"]) for r in mine["rows"]}
        problems += differences(split, named, {k: dict(v) for k, v in theirs.items()})
    return problems


def cell_problems(path, event, rows):
    problems = []
    for count in (50, 7):
        mine = ours("heatmap", path, "--event", event, "--rows", str(count))
        column = mine["column_ns"]
        theirs = collections.Counter()
        for time, _ in rows:
            since = time - mine["start_ns"]
            into = since % column
            row = max(r for r in range(count) if column * r // count <= into)
            theirs[(since // column, row)] += 1
        cells = {(c, r): n for c, numbers in enumerate(mine["cells"])
                 for r, n in enumerate(numbers) if n}
        problems += differences("cell", cells, dict(theirs))
        for hot in mine["hottest"]:
            found = ours("hot-methods", path, "--event", event, "--from", hot["from"],
                         "--to", hot["to"])["samples"]
            if found != hot["samples"]:
                problems.append(f"{hot['from']}..{hot['to']}: {hot['samples']}, hot-methods {found}")
    return problems


def window_problems(path, event, rows, *options):
    mine = ours("timeline", path, "--event", event, *options)
    best, busiest = (0, 0), mine["busiest"]
    length = int(options[1][:-2]) * MS if options else None
    found = ours("hot-methods", path, "--event", event, "--from", busiest["from"],
                 "--to", busiest["to"])["samples"]
    problems = [] if found == busiest["samples"] else [f"hot-methods has {found}: {busiest}"]
    if length:
        times = [time for time, _ in rows]
        origin = busiest["from_ns"] % MS
        for ms in range((times[0] - origin) // MS, (times[-1] - origin) // MS + 1):
            start = ms * MS + origin
            count = sum(start <= t < start + length for t in times)
            if count > best[0]:
                best = (count, start)
        if busiest["samples"] != best[0]:
            problems.append(f"ours {busiest}, by trying all {best}")
    return problems


def load_problems(path, events):
    """Steps that lie between two events: the mean of the loads, each over the time before it."""
    mine = ours("timeline", path, "--resolution", "700ms")
    loads = events["jdk.CPULoad"]
    if not loads or mine["cpu"] is None:
        return [] if not loads and mine["cpu"] is None else ["there only for one of us"]
    fields = {"jvm_user_percent": "jvmUser", "jvm_system_percent": "jvmSystem",
              "machine_percent": "machineTotal"}
    problems, compared = [], 0
    for i in range(mine["buckets"]):
        start = mine["start_ns"] + i * mine["bucket_ns"]
        end = min(start + mine["bucket_ns"], mine["end_ns"])
        if start < loads[0][0] or end > loads[-1][0] or end <= start:
            continue
        for key, field in fields.items():
            total = 0.0
            for (before, _), (time, values) in zip(loads, loads[1:]):
                overlap = min(end, time) - max(start, before)
                if overlap > 0:
                    total += overlap * float(values[field])
            expected = 100 * total / (end - start)
            compared += 1
            found = mine["cpu"][key][i]
            if found is None or abs(found - expected) > 0.02:
                problems.append(f"step {i} {key}: ours {found}, from jfr {expected:.4f}")
    if len(loads) > 4 and compared == 0:
        problems.append("nothing was compared")
    return problems


def pause_problems(path, events):
    mine = ours("timeline", path, "--resolution", "300ms")
    pauses = [(time, span(values["duration"])) for time, values in events["jdk.GCPhasePause"]]
    if not pauses:
        return []
    found = mine["gc_pauses"]
    problems = []
    if found["pauses"] != len(pauses):
        problems.append(f"pauses: ours {found['pauses']}, jfr {len(pauses)}")
    if abs(found["longest_ns"] - max(length for _, length in pauses)) > 1:
        problems.append(f"longest: ours {found['longest_ns']}")
    for i, ns in enumerate(found["paused_ns"]):
        start = mine["start_ns"] + i * mine["bucket_ns"]
        end = start + mine["bucket_ns"]
        expected = sum(max(0, min(end, t + length) - max(start, t)) for t, length in pauses)
        if abs(ns - expected) > 2 + len(pauses):
            problems.append(f"step {i}: ours {ns}, from jfr {expected}")
    return problems


def thread_problems(path, event, rows):
    mine = ours("threads", path, "--event", event, "--each", "--top", "0")
    theirs = collections.defaultdict(collections.Counter)
    for _, values in rows:
        thread = thread_of(values) or {}  # none: it ended, and the JVM wrote no constant of it
        key = (thread_name(thread) or "", thread.get("osThreadId") or None,
               thread.get("javaThreadId") or None)
        theirs[key][values.get("state") or "unknown"] += 1
    found = {(t["name"] or "", t["os_thread_id"], t["java_thread_id"]): t["states"]
             for t in mine["threads"] if t["samples"]}
    return differences("thread", found, {k: dict(v) for k, v in theirs.items()})


def pool_problems(path, event, rows):
    mine = ours("threads", path, "--event", event, "--top", "0")
    theirs, names = collections.Counter(), collections.defaultdict(set)
    for _, values in rows:
        name = thread_name(thread_of(values)) or ""
        theirs[re.sub(NUMBER, "*", name)] += 1
        names[re.sub(NUMBER, "*", name)].add(name)
    found = collections.Counter()
    for t in mine["threads"]:
        if t["samples"]:
            found[re.sub(NUMBER, "*", t["name"] or "")] += t["samples"]
    return differences("pool", dict(found), dict(theirs))


def recording_problems(label, name, path, event, events):
    rows = events[event]
    if not rows:
        check(f"{label}: {name}: has {event}", ["there is none"])
        return
    state = lambda values: values.get("state")
    for what, problems in {
        "samples per second": lambda: step_problems(path, event, rows, "none", lambda v: None),
        "samples per second and thread":
            lambda: step_problems(path, event, rows, "thread", lambda v: thread_name(thread_of(v))),
        "samples per second and state": lambda: step_problems(path, event, rows, "state", state),
        "cells of the heat map": lambda: cell_problems(path, event, rows),
        "the busiest window": lambda: window_problems(path, event, rows),
        "the busiest 70 ms": lambda: window_problems(path, event, rows, "--window", "70ms"),
        "CPU loads": lambda: load_problems(path, events),
        "GC pauses": lambda: pause_problems(path, events),
        "threads and their states": lambda: thread_problems(path, event, rows),
        "pools": lambda: pool_problems(path, event, rows),
    }.items():
        try:
            check(f"{label}: {name}: {what}", problems())
        except (RuntimeError, KeyError, TypeError) as e:
            check(f"{label}: {name}: {what}", [repr(e)])


# ---- CPU time ------------------------------------------------------------------------------------

def clocked(home, scratch):
    """A recording of threads that know their CPU time: its path, and what they said."""
    source = os.path.join(jdk.HERE, "Clocked.java")
    classes, out = os.path.join(scratch, "clocked"), os.path.join(scratch, "clocked.jfr")
    settings = os.path.join(scratch, "fast.jfc")
    with open(os.path.join(home, "lib/jfr/profile.jfc"), encoding="utf-8") as f:
        text = f.read()
    with open(settings, "w", encoding="utf-8") as f:
        f.write(re.sub(r'(<event name="jdk.ThreadCPULoad">.*?name="period"[^>]*>)[^<]*', r"\g<1>1 s",
                       text, flags=re.S))
    run(os.path.join(home, "bin/javac"), "-d", classes, source)
    done = run(os.path.join(home, "bin/java"), "-cp", classes,
               f"-XX:StartFlightRecording=filename={out},settings={settings}", "Clocked")
    return out, {m[1]: int(m[2]) for m in re.finditer(r"(clocked-\d) (\d+)", done.stdout)}


def cpu_problems(path, said):
    found = {t["name"]: t["cpu_ns"] for t in ours("threads", path, "--each", "--top", "0")["threads"]}
    problems = [] if len(said) == 2 else [f"the threads said {said}"]
    for name, cpu in said.items():
        # What a thread did in its first second is known only as a share of an unknown time.
        if found.get(name) is None or abs(found[name] - cpu) > 0.2 * cpu + 0.2 * SECOND:
            problems.append(f"{name}: ours {found.get(name)}, it said {cpu}")
    return problems


def with_jdk(home, names):
    label, jfr = os.path.basename(home), os.path.join(home, "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            path = decompressed(find_recording(name), scratch)
            recording_problems(label, name, path, RECORDINGS[name], printed(jfr, path))
        path, said = clocked(home, scratch)
        if not os.path.exists(path):
            check(f"{label}: makes a recording", [path])
            return
        recording_problems(label, "a fresh recording", path, "jdk.ExecutionSample",
                           printed(jfr, path))
        check(f"{label}: CPU time is what the threads say that they took", cpu_problems(path, said))


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    for i, home in enumerate(homes):
        # Every JDK reads old and new recordings alike: each recording once.
        names = [n for n in RECORDINGS if ("17" in n and len(homes) > 1) == ("17" in home)]
        with_jdk(home, names if len(homes) > 1 else list(RECORDINGS))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
