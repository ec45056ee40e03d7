"""What `gc` says of collectors against `jfr print --json`: everything is counted anew here, from
recordings of the corpus, where it is at hand, and of each collector of each JDK found.

usage: collectors.py
"""
import collections
import json
import math
import os
import subprocess
import sys
import tempfile

import jdk
from calls import nanoseconds
from jdk import JFRTOOL, check, finish, run, skip
from tables import span

CORPUS = os.environ.get("CORPUS", "")
RECORDINGS = ["tck-test.jfr", "full_gc_g1.jfr", "flight_recording_17eaMonitoredVM10440_3.jfr",
              "stringdedup_enabled_jdk9.jfr"]
COLLECTORS = ["G1", "Parallel", "Serial", "Z", "Shenandoah"]
EVENTS = ["GarbageCollection", "GCPhasePause", "GCPhasePauseLevel1", "GCPhasePauseLevel2",
          "GCPhasePauseLevel3", "GCPhasePauseLevel4", "GCPhaseConcurrent",
          "GCPhaseConcurrentLevel1", "GCPhaseConcurrentLevel2", "GCPhaseParallel", "GCHeapSummary",
          "PSHeapSummary", "EvacuationFailed", "ConcurrentModeFailure", "ZAllocationStall",
          "MetaspaceSummary", "SystemGC", "GCCPUTime", "GCHeapConfiguration",
          "ObjectAllocationSample"]
PHASES = {"GCPhasePause": ("pause", 0), "GCPhasePauseLevel1": ("pause", 1),
          "GCPhasePauseLevel2": ("pause", 2), "GCPhasePauseLevel3": ("pause", 3),
          "GCPhasePauseLevel4": ("pause", 4), "GCPhaseConcurrent": ("concurrent", 0),
          "GCPhaseConcurrentLevel1": ("concurrent", 1),
          "GCPhaseConcurrentLevel2": ("concurrent", 2), "GCPhaseParallel": ("parallel", 0)}
SHARES = {"p50_ns": 0.5, "p90_ns": 0.9, "p99_ns": 0.99, "p999_ns": 0.999, "max_ns": 1}
# The JDK counts the times of all chunks that share a type model by the clock of the first.
SLACK = 2000


# ---- Theirs --------------------------------------------------------------------------------------

def printed(jfr, path):
    """{event: [values]} in order of time."""
    done = run(jfr, "print", "--json", "--stack-depth", "64", "--events", ",".join(EVENTS), path)
    events = collections.defaultdict(list)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        values = event["values"]
        values["at"] = nanoseconds(values["startTime"])
        values["ns"] = span(values["duration"]) if "duration" in values else 0
        events[event["type"].rsplit(".", 1)[1]].append(values)
    for rows in events.values():
        rows.sort(key=lambda row: row["at"])
    return events


def lengths_of(numbers):
    numbers = sorted(numbers)
    if not numbers:  # of what nobody said a word, nothing is known
        return {key: None for key in ("count", "total_ns", *SHARES)}
    found = {"count": len(numbers), "total_ns": sum(numbers)}
    for key, share in SHARES.items():
        rank = max(1, math.ceil(share * len(numbers) - 1e-9))
        found[key] = numbers[rank - 1]
    return found


def grouped(collections_, field):
    groups = collections.defaultdict(list)
    for c in collections_:
        groups[c[field]].append(c)
    return {name: {"collections": len(rows),
                   "sum_of_pauses_ns": sum(span(r["sumOfPauses"]) for r in rows),
                   "max_ns": max(span(r["longestPause"]) for r in rows),
                   "p50_ns": lengths_of([span(r["longestPause"]) for r in rows])["p50_ns"]}
            for name, rows in groups.items()}


def allocated(heaps):
    """What the heap grew by while no collection lay between."""
    total = 0
    for a, b in zip(heaps, heaps[1:]):
        if a["when"] == "Before GC" and b["when"] == "After GC":
            continue
        total += max(0, b["heapUsed"] - a["heapUsed"])
    return total


def promoted(events):
    """What the old generation of Parallel grew by in collections of the young one."""
    sides = {(s["gcId"], s["when"]): s["oldObjectSpace"]["used"] for s in events["PSHeapSummary"]}
    young = [c["gcId"] for c in events["GarbageCollection"] if c["name"] == "ParallelScavenge"]
    if not young or not sides:
        return None
    return sum(max(0, sides[(i, "After GC")] - sides[(i, "Before GC")]) for i in young
               if (i, "After GC") in sides and (i, "Before GC") in sides)


# ---- Ours against it -----------------------------------------------------------------------------

def near(a, b):
    return a == b or (a is not None and b is not None and abs(a - b) <= 2)


def unlike(what, mine, theirs):
    return [f"{what}.{key}: ours {mine.get(key)}, from jfr {value}"
            for key, value in theirs.items() if not near(mine.get(key), value)]


def pause_problems(ours, events):
    gcs, pauses = events["GarbageCollection"], events["GCPhasePause"]
    problems = []
    if ours["collections"] != len(gcs):
        problems.append(f"collections: ours {ours['collections']}, jfr {len(gcs)}")
    total = sum(span(g["sumOfPauses"]) for g in gcs)
    if abs(ours["sum_of_pauses_ns"] - total) > len(gcs):
        problems.append(f"sum of pauses: ours {ours['sum_of_pauses_ns']}, jfr {total}")
    of_pauses = [p["ns"] for p in pauses] or [span(g["sumOfPauses"]) for g in gcs]
    theirs = lengths_of(of_pauses)
    if abs(ours["pauses"]["total_ns"] - theirs.pop("total_ns")) > len(of_pauses):
        problems.append("total of pauses")
    problems += unlike("pauses", ours["pauses"], theirs)
    share = 100 * sum(of_pauses) / ours["duration_ns"]
    if abs(share - ours["pauses"]["share_percent"]) > 0.001:
        problems.append(f"share: ours {ours['pauses']['share_percent']}, from jfr {share}")
    return problems


def group_problems(ours, events):
    problems = []
    for key, name, field in (("by_cause", "cause", "cause"),
                             ("by_collector", "collector", "name")):
        theirs = grouped(events["GarbageCollection"], field)
        mine = {row[name]: row for row in ours[key]}
        if set(mine) != set(theirs):
            problems.append(f"{key}: ours {sorted(mine)}, jfr {sorted(theirs)}")
        for group in set(mine) & set(theirs):
            slack = theirs[group].pop("sum_of_pauses_ns") - mine[group]["sum_of_pauses_ns"]
            if abs(slack) > theirs[group]["collections"]:
                problems.append(f"{group}: pauses are {slack} ns apart")
            problems += unlike(group, mine[group], theirs[group])
        sums = [row["sum_of_pauses_ns"] for row in ours[key]]
        if sums != sorted(sums, reverse=True):
            problems.append(f"{key} is not in order: {sums}")
    return problems


def phase_problems(ours, events):
    theirs = collections.defaultdict(list)
    for event, (kind, level) in PHASES.items():
        for row in events[event]:
            theirs[(kind, level, row["name"])].append(row["ns"])
    mine = {(p["kind"], p["level"], p["name"]): p for p in ours["phases"]}
    problems = [f"only one of us has {key}" for key in set(mine) ^ set(theirs)]
    for key in set(mine) & set(theirs):
        found = lengths_of(theirs[key])
        if abs(found.pop("total_ns") - mine[key]["total_ns"]) > found["count"]:
            problems.append(f"{key}: total {mine[key]['total_ns']}")
        problems += unlike(str(key), mine[key], found)
    return problems


def heap_problems(ours, events):
    heaps, heap = events["GCHeapSummary"], ours["heap"]
    after = [h["heapUsed"] for h in heaps if h["when"] == "After GC"]
    before = [h["heapUsed"] for h in heaps if h["when"] == "Before GC"]
    theirs = {"least_after_bytes": min(after, default=None), "promoted_bytes": promoted(events),
              "most_after_bytes": max(after, default=None),
              "last_after_bytes": after[-1] if after else None,
              "first_after_bytes": after[0] if after else None,
              "most_before_bytes": max(before, default=None)}
    if any(row["collector"] == "G1New" for row in ours["by_collector"]):
        theirs.pop("promoted_bytes")  # of G1 the sizes of the generations are not in one event
    if heap["allocated_from"] == "jdk.GCHeapSummary":
        theirs["allocated_bytes"] = allocated(heaps)
    elif heap["allocated_from"] == "jdk.ObjectAllocationSample":
        theirs["allocated_bytes"] = sum(e["weight"] for e in events["ObjectAllocationSample"])
    for config in events["GCHeapConfiguration"]:
        theirs["max_bytes"] = config["maxSize"]
    return unlike("heap", heap, theirs)


def other_problems(ours, events):
    meta, cpu = events["MetaspaceSummary"], events["GCCPUTime"]
    problems = unlike("trouble", ours["trouble"], {
        "evacuation_failures": len(events["EvacuationFailed"]) or None,
        "objects_not_evacuated": sum(e["evacuationFailed"]["objectCount"]
                                     for e in events["EvacuationFailed"]) or None,
        "concurrent_mode_failures": len(events["ConcurrentModeFailure"]) or None})
    stalls = lengths_of([s["ns"] for s in events["ZAllocationStall"]])
    if abs((stalls.pop("total_ns") or 0) - (ours["stalls"]["total_ns"] or 0)) > 100:
        problems.append("total of stalls")
    problems += unlike("stalls", ours["stalls"], stalls)
    if meta:
        problems += unlike("metaspace", ours["metaspace"], {
            "last_used_bytes": meta[-1]["metaspace"]["used"],
            "most_used_bytes": max(m["metaspace"]["used"] for m in meta)})
    if cpu:
        for key, field in (("user_ns", "userTime"), ("system_ns", "systemTime")):
            theirs = sum(span(c[field]) for c in cpu)
            if abs(ours["cpu"][key] - theirs) > len(cpu):
                problems.append(f"cpu.{key}: ours {ours['cpu'][key]}, jfr {theirs}")
    calls = sum(c["calls"] for c in ours["system_gc"])
    if calls != len(events["SystemGC"]):
        problems.append(f"calls of System.gc(): ours {calls}, jfr {len(events['SystemGC'])}")
    return problems


def longest_problems(ours, events):
    """Each with its time, cause and heap; ties may come in any order."""
    pauses = events["GCPhasePause"]
    gcs = collections.defaultdict(list)
    heaps = {(h["gcId"], h["when"]): h["heapUsed"] for h in events["GCHeapSummary"]}
    for c in events["GarbageCollection"]:
        gcs[c["gcId"]].append(c)
    if not pauses:
        return []
    found = [p["duration_ns"] for p in ours["longest"]]
    theirs = sorted((p["ns"] for p in pauses), reverse=True)[:10]
    problems = [] if all(near(a, b) for a, b in zip(found, theirs)) and \
        len(found) == len(theirs) else [f"lengths: ours {found}, jfr {theirs}"]
    for mine in ours["longest"]:
        rows = [p for p in pauses if abs(p["at"] - mine["start_ns"]) <= SLACK
                and near(p["ns"], mine["duration_ns"])]
        if not rows:
            problems.append(f"no pause at {mine['start_ns']}")
            continue
        number = rows[0]["gcId"]
        causes = {c["cause"] for c in gcs[number]}
        if mine["cause"] not in causes and causes:
            problems.append(f"{number}: cause {mine['cause']}, jfr {causes}")
        for key, when in (("heap_before", "Before GC"), ("heap_after", "After GC")):
            if mine[key] != heaps.get((number, when)):
                problems.append(f"{number}: {key} {mine[key]}, jfr {heaps.get((number, when))}")
    return problems


def recording_problems(label, jfr, path):
    events = printed(jfr, path)
    done = run(JFRTOOL, "gc", "--json", "--quiet", path)
    if done.returncode:
        check(f"{label}: gc", [f"exit {done.returncode}: {done.stderr.strip()}"])
        return None
    ours = json.loads(done.stdout)
    for what, problems in (("pauses", pause_problems), ("causes and collectors", group_problems),
                           ("phases", phase_problems), ("heap", heap_problems),
                           ("what is out of the usual", other_problems),
                           ("the longest pauses", longest_problems)):
        check(f"{label}: {what} as jfr print has them", problems(ours, events))
    return ours


def window_problems(path, whole):
    """The recording cut in two: the parts add up."""
    middle = whole["longest"][0]["start_ns"]
    stamp = f"{middle // 10**9}.{middle % 10**9:09d}"
    date = subprocess.run(["date", "-u", "-d", "@" + stamp, "+%Y-%m-%dT%H:%M:%S.%NZ"],
                          capture_output=True, text=True).stdout.strip()
    parts = []
    for option in ("--to", "--from"):
        done = run(JFRTOOL, "gc", "--json", "--quiet", "--allow-empty", option, date, path)
        parts.append(json.loads(done.stdout))
    problems = []
    for key in ("count", "total_ns"):
        if sum(p["pauses"][key] for p in parts) != whole["pauses"][key]:
            problems.append(f"{key}: {[p['pauses'][key] for p in parts]}, together "
                            f"{whole['pauses'][key]}")
    if parts[1]["pauses"]["max_ns"] != whole["pauses"]["max_ns"]:
        problems.append("the pause that begins with the window is not in it")
    return problems


# ---- Recordings ----------------------------------------------------------------------------------

def of_corpus(jfr, scratch):
    if not os.path.isdir(CORPUS):
        skip("no corpus of recordings (CORPUS=folder)")
        return
    for name in RECORDINGS:
        path = jdk.decompressed(os.path.join(CORPUS, "recordings", name), scratch)
        ours = recording_problems(name, jfr, path)
        if ours and name == "tck-test.jfr":
            share = ours["pauses"]["share_percent"]
            check("tck-test.jfr stands 47.04 % of its time",
                  [] if abs(share - 47.04) < 0.005 else [f"{share}"])
            check("tck-test.jfr: two windows add up", window_problems(path, ours))


def fresh(home, scratch):
    label, jfr = os.path.basename(home), os.path.join(home, "bin/jfr")
    classes = os.path.join(scratch, label)
    run(os.path.join(home, "bin/javac"), "-d", classes, os.path.join(jdk.HERE, "Churn.java"))
    for collector in COLLECTORS:
        path = os.path.join(scratch, f"{label}-{collector}.jfr")
        done = run(os.path.join(home, "bin/java"), f"-XX:+Use{collector}GC",
                   "-Xms64m", "-Xmx128m", "-cp", classes,
                   f"-XX:StartFlightRecording=filename={path},settings=profile", "Churn")
        if not os.path.exists(path):
            skip(f"{label} has no {collector}GC")
            continue
        ours = recording_problems(f"{label} {collector}", jfr, path)
        if not ours:
            continue
        asked = ours["trouble"]["asked_for_collections"]
        check(f"{label} {collector}: the collections that the program asked for",
              [] if asked >= 3 else [f"{asked}: {done.stderr}"])
        callers = [c["method"] for c in ours["system_gc"]]
        check(f"{label} {collector}: the program is who asked", [] if callers == ["Churn.main"]
              else [str(callers)])


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    with tempfile.TemporaryDirectory() as scratch:
        of_corpus(os.path.join(homes[0], "bin/jfr"), scratch)
        for home in homes:
            fresh(home, scratch)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
