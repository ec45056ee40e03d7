"""What `diff` says happened on both sides besides samples: each figure, and the requests, against sums
that Python makes of `jfr print --json`; several recordings a side, folders and windows, too.

usage: besides.py
"""
import json
import os
import shutil
import sys
import tempfile

import jdk
from calls import nanoseconds
from different import extent
from jdk import JFRTOOL, check, finish, run, skip
from tables import span

TYPES = ("test.Request,GCPhasePause,GarbageCollection,JavaMonitorEnter,CPULoad,JavaThreadStatistics,"
         "ExecutionSample,ObjectAllocationSample")
EVENTS = {  # id: type, how, field
    "gc_pauses": ("jdk.GCPhasePause", "percent", None),
    "gc_pause_length": ("jdk.GCPhasePause", "level", "duration"),
    "collections": ("jdk.GarbageCollection", "count", None),
    "monitors": ("jdk.JavaMonitorEnter", "span", None),
    "allocation": ("jdk.ObjectAllocationSample", "sum", "weight"),
    "machine_cpu": ("jdk.CPULoad", "level", "machineTotal"),
    "threads": ("jdk.JavaThreadStatistics", "level", "activeCount"),
    "samples_running": ("jdk.ExecutionSample", "count", None),
}


def printed(jfr, path, window):
    done = run(jfr, "print", "--json", "--stack-depth", "1", "--events", TYPES, path)
    events = {}
    for event in json.loads(done.stdout)["recording"]["events"]:
        if window[0] <= nanoseconds(event["values"]["startTime"]) < window[1]:
            events.setdefault(event["type"], []).append(event["values"])
    return events


def figure(events, how, field, window, seconds):
    if how == "level":
        values = [span(e[field]) if field == "duration" else e[field] for e in events]
        factor = 100 if field == "machineTotal" else 1
        return factor * sum(values) / len(values) if values else None
    total = 0
    for event in events:
        start = nanoseconds(event["startTime"])
        total += {"count": lambda: 1, "sum": lambda: event[field]}.get(
            how, lambda: (min(start + span(event["duration"]), window[1]) - start) / 1e9)()
    return total * (100 if how == "percent" else 1) / seconds


def percentile(lengths, share):
    ordered = sorted(lengths)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)] if ordered else None


def is_close(ours, theirs, within=1e-3):
    if ours is None or theirs is None:
        return ours is theirs
    return abs(ours - theirs) <= max(within * abs(theirs), 1e-4)


def side_of(jfr, paths, window_of=extent):
    """Events of all recordings of a side, with their windows, and how long it is."""
    sides = [(printed(jfr, path, window_of(path)), window_of(path)) for path in paths]
    return sides, sum(window[1] - window[0] for _, window in sides) / 1e9


def joined(side, kind):
    return [event for events, _ in side[0] for event in events.get(kind, [])]


def measure(side, kind, how, field):
    if how == "level":
        return figure(joined(side, kind), how, field, None, None)
    return sum(figure(events.get(kind, []), how, field, window, side[1]) for events, window in side[0])


def problems(jfr, arguments, base, new):
    done = run(JFRTOOL, "diff", "--json", "--quiet", *arguments)
    if done.returncode:
        return [f"exit {done.returncode}: {done.stderr}"]
    report, wrong = json.loads(done.stdout), []
    rows = {row["id"]: row for row in report["each_second"]}
    for name, (kind, how, field) in EVENTS.items():
        theirs = [measure(side, kind, how, field) if joined(side, kind) else None for side in (base, new)]
        ours = [rows.get(name, {}).get(side) for side in ("base", "new")]
        for a, b in zip(ours, theirs):
            if not is_close(a, b) and not (b is None and a == 0):  # switched on, and there was none
                wrong.append(f"{name}: ours {ours}, jfr {theirs}")
    wanted = {}
    for at, side in enumerate((base, new)):
        for event in joined(side, "test.Request"):
            for key in (None, event["endpoint"]):
                wanted.setdefault(key, ([], []))[at].append(span(event["duration"]))
    found = {row["value"]: row for row in report["requests"] if row["type"] == "test.Request"}
    if set(found) != set(wanted):
        wrong.append(f"requests: ours {sorted(map(str, found))}, jfr {sorted(map(str, wanted))}")
    for key, lengths in wanted.items():
        row = found.get(key)
        if not row:
            continue
        theirs = [len(lengths[0]), len(lengths[1])]
        if [row["base_count"], row["new_count"]] != theirs:
            wrong.append(f"{key}: ours {row['base_count']}, {row['new_count']}, jfr {theirs}")
        for name, share in (("median_ns", 0.5), ("p99_ns", 0.99)):
            for side, each in zip(("base", "new"), lengths):
                if not is_close(row[name][side], percentile(each, share), 1e-6):
                    wrong.append(f"{key} {name}: ours {row[name]}, jfr {percentile(each, share)}")
        for side, each, told in zip(("base", "new"), lengths, (base, new)):
            if not is_close(row["per_second"][side], len(each) / told[1]):
                wrong.append(f"{key}: ours {row['per_second']}, jfr {len(each) / told[1]}")
    return wrong


def record(home, classes, path, rounds):
    run(os.path.join(home, "bin/java"), "-cp", classes, f"-Drounds={rounds}",
        f"-XX:StartFlightRecording:filename={path},settings=profile", "Requests")
    return path


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    home = homes[-1]
    jfr = os.path.join(home, "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        classes = os.path.join(scratch, "classes")
        run(os.path.join(home, "bin/javac"), "-d", classes, os.path.join(jdk.HERE, "Requests.java"))
        few, more, last = (record(home, classes, os.path.join(scratch, f"{n}.jfr"), n) for n in (6, 12, 9))
        check("two recordings", problems(jfr, [few, more], side_of(jfr, [few]), side_of(jfr, [more])))
        check("two against one", problems(jfr, ["--base", few, "--base", last, more],
                                          side_of(jfr, [few, last]), side_of(jfr, [more])))
        folder = os.path.join(scratch, "folder")
        os.mkdir(folder)
        for path in (few, last):
            shutil.copy(path, folder)
        check("a folder counts the time that was recorded, not that between", problems(
            jfr, [folder, more], side_of(jfr, [few, last]), side_of(jfr, [more])))

        def part(path):
            start, end = extent(path)
            return [start + 1_000_000_000, min(start + 2_000_000_000, end)]
        check("a window of both", problems(jfr, ["--from", "1s", "--to", "2s", few, more],
                                           side_of(jfr, [few], part), side_of(jfr, [more], part)))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
