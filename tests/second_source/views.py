"""What `safepoints`, `compiler`, `classes` and `methods` say against `jfr print --json`: rows are
grouped and joined anew here, on recordings of the corpus, where it is at hand, and on one of each
JDK found in which all events of the JVM are switched on.

usage: views.py
"""
import collections
import json
import os
import re
import sys
import tempfile

import jdk
from calls import nanoseconds
from collectors import lengths_of
from jdk import JFRTOOL, check, finish, run, skip
from tables import span

CORPUS = os.environ.get("CORPUS", "")
OF_CORPUS = ["tck-test.jfr", "cpool-uint64-constant-index.jfr.gz",
             "flight_recording_17eaMonitoredVM10440_3.jfr", "metadata_control.jfr"]
EVENTS = ["SafepointBegin", "ExecuteVMOperation", "Compilation", "CompilationFailure",
          "Deoptimization", "CompilerStatistics", "CodeCacheStatistics", "ClassLoadingStatistics",
          "ClassLoaderStatistics", "ClassLoad", "ClassDefine", "ClassUnload", "MethodTiming",
          "MethodTrace"]


def printed(jfr, path):
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


def ours_of(command, path):
    done = run(JFRTOOL, command, "--json", "--quiet", "--raw-names", path)
    if done.returncode == 2:
        done = run(JFRTOOL, command, "--json", "--quiet", path)
    return json.loads(done.stdout) if done.returncode == 0 else None


def method_of(method):
    return f"{method['type']['name']}.{method['name']}".replace("/", ".") if method else None


def loader_of(loader):
    return loader["type"]["name"].replace("/", ".") if loader and loader["type"] else None


def near(a, b, slack):
    return a == b or (a is not None and b is not None and abs(a - b) <= slack)


def unlike(what, mine, numbers):
    """Lengths against numbers, which differ by a ns each: ticks are turned into ns."""
    theirs = lengths_of(numbers)
    return [f"{what}.{key}: ours {mine.get(key)}, from jfr {value}" for key, value in theirs.items()
            if key != "p999_ns" and not near(mine.get(key), value,
                                             len(numbers) if key == "total_ns" else 1)]


def groups(rows, key):
    out = collections.defaultdict(list)
    for row in rows:
        out[key(row)].append(row)
    return out


# Names of classes that the JVM made up differ from run to run, and are made stable.
MADE_UP = re.compile(r"EventHandler|\$\$|Lambda|0x|/|\$Proxy|GeneratedMethod|GeneratedConstructor|"
                     r"GeneratedSerialization|LambdaForm|Species")


def grouped_problems(what, mine, theirs, key, lengths):
    """theirs: {key: rows}"""
    mine = {key(row): row for row in mine if not MADE_UP.search(str(key(row)))}
    theirs = {k: rows for k, rows in theirs.items() if not MADE_UP.search(str(k))}
    problems = [f"{what}: only one of us has {k}" for k in set(mine) ^ set(theirs)]
    for k in set(mine) & set(theirs):
        if lengths:
            problems += unlike(f"{what} {k}", mine[k], [row["ns"] for row in theirs[k]])
        elif mine[k]["count"] != len(theirs[k]):
            problems.append(f"{what} {k}: ours {mine[k]['count']}, jfr {len(theirs[k])}")
    return problems


# ---- Each command --------------------------------------------------------------------------------

def safepoint_problems(ours, events):
    begins, operations = events["SafepointBegin"], events["ExecuteVMOperation"]
    stops = [o for o in operations if o["safepoint"]]
    problems = unlike("to reach", ours["to_reach"], [b["ns"] for b in begins])
    problems += unlike("at safepoint", ours["at_safepoint"], [o["ns"] for o in stops])
    problems += grouped_problems("operation", ours["operations"],
                                 groups(operations, lambda o: (o["operation"], o["safepoint"])),
                                 lambda row: (row["operation"], row["safepoint"]), True)
    # The way to a safepoint is that of its first operation.
    reach, first = collections.Counter(), {}
    by_id = {b["safepointId"]: b["ns"] for b in begins}
    for o in stops:
        if o["safepointId"] in by_id and o["safepointId"] not in first:
            first[o["safepointId"]] = o
            reach[o["operation"]] += by_id[o["safepointId"]]
    for row in ours["operations"]:
        if row["safepoint"] and not near(row["reach_total_ns"] or 0, reach[row["operation"]],
                                         len(begins)):
            problems.append(f"{row['operation']}: to reach {row['reach_total_ns']}, from jfr "
                            f"{reach[row['operation']]}")
    slowest = [b["ns"] for b in sorted(begins, key=lambda b: -b["ns"])][:100]
    found = [s["reach_ns"] for s in ours["slowest"]]
    if found != slowest and not all(near(a, b, 1) for a, b in zip(found, slowest)):
        problems.append(f"slowest: {found[:3]}, from jfr {slowest[:3]}")
    return problems


def compiler_problems(ours, events):
    compilations, deopts = events["Compilation"], events["Deoptimization"]
    problems = unlike("compilations", ours["compilations"], [c["ns"] for c in compilations])
    for key, field, value in (("failed", "succeded", False), ("osr", "isOsr", True)):
        count = sum(c[field] is value for c in compilations) if compilations else None
        if ours["compilations"][key] != count:
            problems.append(f"{key}: ours {ours['compilations'][key]}, jfr {count}")
    problems += grouped_problems("method", ours["by_method"],
                                 groups(compilations, lambda c: method_of(c["method"])),
                                 lambda row: row["method"], True)
    problems += grouped_problems("failure", ours["failures"],
                                 groups(events["CompilationFailure"],
                                        lambda f: f["failureMessage"]),
                                 lambda row: row["message"], False)
    problems += grouped_problems("reason", ours["deoptimizations"],
                                 groups(deopts, lambda d: (d["reason"], d["action"])),
                                 lambda row: (row["reason"], row["action"]), False)
    problems += grouped_problems("site", ours["deoptimization_sites"],
                                 groups(deopts, lambda d: (d["reason"], d["lineNumber"], d["bci"],
                                                           method_of(d["method"]))),
                                 lambda row: (row["reason"], row["line"], row["bci"],
                                              row["method"]), False)
    for last in events["CompilerStatistics"][-1:]:
        for key, field in (("compilations", "compileCount"), ("bailouts", "bailoutCount")):
            if ours["jvm"][key] != last[field]:
                problems.append(f"{key}: ours {ours['jvm'][key]}, jfr {last[field]}")
    segments = {s["codeBlobType"]: s for s in events["CodeCacheStatistics"]}
    for row in ours["code_cache"]:
        s = segments.pop(row["segment"])
        used = s["reservedTopAddress"] - s["startAddress"] - s["unallocatedCapacity"]
        if row["used_bytes"] != used or row["entries"] != s["entryCount"]:
            problems.append(f"{row}: jfr {s}")
    return problems + [f"no segment {name}" for name in segments]


def class_problems(ours, events):
    counts = events["ClassLoadingStatistics"]
    problems = []
    if counts and (ours["loaded"]["first"], ours["loaded"]["last"]) != \
            (counts[0]["loadedClassCount"], counts[-1]["loadedClassCount"]):
        problems.append(f"loaded: {ours['loaded']}")
    for key, event in (("recorded_loads", "ClassLoad"), ("recorded_definitions", "ClassDefine"),
                       ("recorded_unloads", "ClassUnload")):
        count = len(events[event]) or None  # of what no event says nobody knows whether it was recorded
        if ours[key] != count:
            problems.append(f"{key}: ours {ours[key]}, jfr {count}")
    problems += grouped_problems("loads", ours["loads_by_loader"],
                                 groups(events["ClassLoad"],
                                        lambda c: loader_of(c["definingClassLoader"])),
                                 lambda row: row["loader"], True)
    loaders = events["ClassLoaderStatistics"]
    last = [s for s in loaders if loaders[-1]["at"] - s["at"] < 10**9]
    theirs = collections.Counter()
    for s in {s["classLoaderData"]: s for s in last}.values():
        theirs[loader_of(s["classLoader"])] += s["classCount"]
    mine = collections.Counter()
    for row in ours["loaders"]:
        mine[row["type"]] += row["classes"]
    if mine != theirs:
        problems.append(f"loaders: {[(k, mine[k], theirs[k]) for k in mine | theirs if mine[k] != theirs[k]]}")
    return problems


def method_problems(ours, events):
    traces = events["MethodTrace"]
    problems = grouped_problems("trace", ours["traced"],
                                groups(traces, lambda t: method_of(t["method"])),
                                lambda row: row["method"], True)
    problems += grouped_problems("site", ours["sites"],
                                 groups(traces, lambda t: (method_of(t["method"]), method_of(
                                     t["stackTrace"]["frames"][0]["method"]))),
                                 lambda row: (row["method"], row["caller"]), True)
    theirs = {method_of(t["method"]): t for t in events["MethodTiming"]}
    for row in ours["timed"]:
        t = theirs.pop(row["method"])
        if row["invocations"] != t["invocations"]:
            problems.append(f"{row}: jfr {t['invocations']}")
        if t["invocations"] and not (near(row["minimum_ns"], span(t["minimum"]), 1) and
                                     near(row["average_ns"], span(t["average"]), 1) and
                                     near(row["maximum_ns"], span(t["maximum"]), 1)):
            problems.append(f"{row}: jfr {t}")
    return problems + [f"{name} is not there" for name in theirs]


def recording_problems(label, jfr, path, wanted=()):
    events = printed(jfr, path)
    for command, problems in (("safepoints", safepoint_problems), ("compiler", compiler_problems),
                              ("classes", class_problems), ("methods", method_problems)):
        ours = ours_of(command, path)
        if ours:
            check(f"{label}: {command} as jfr print has it", problems(ours, events))
        elif command in wanted:
            check(f"{label}: {command}", ["there is no answer"])


# ---- Recordings ----------------------------------------------------------------------------------

def fresh(home, scratch):
    """With all events of the JVM, without thresholds; from JDK 25 on with traced methods."""
    label, jfr = os.path.basename(home), os.path.join(home, "bin/jfr")
    classes, path = os.path.join(scratch, label), os.path.join(scratch, label + ".jfr")
    run(os.path.join(home, "bin/javac"), "-d", classes, os.path.join(jdk.HERE, "Traced.java"))
    events = ["SafepointBegin", "ExecuteVMOperation", "Compilation", "CompilationFailure",
              "Deoptimization", "ClassLoad", "ClassDefine", "ClassUnload"]
    options = [f"jdk.{event}#enabled=true" for event in events] + \
              [f"jdk.{event}#threshold=0ms" for event in
               ("SafepointBegin", "ExecuteVMOperation", "Compilation", "ClassLoad")]
    traces = run(jfr, "configure", "--help").stdout.find("method-trace") >= 0 or \
        "MethodTrace" in run(jfr, "metadata").stdout
    if traces:
        options += ["method-timing=Traced", "method-trace=Traced::slow"]
    settings = ",".join("+" + o if "#" in o else o for o in options)
    done = run(os.path.join(home, "bin/java"), "-cp", classes,
               f"-XX:StartFlightRecording:filename={path},settings=profile,{settings}", "Traced")
    if not os.path.exists(path):
        check(f"{label}: makes a recording", [done.stderr + done.stdout])
        return
    wanted = ["safepoints", "compiler", "classes"] + (["methods"] if traces else [])
    recording_problems(label, jfr, path, wanted)
    if traces:
        ours = ours_of("methods", path)
        timed = {row["method"]: row["invocations"] for row in ours["timed"]}
        known = {"Traced.main": 1, "Traced.a": 20, "Traced.b": 10, "Traced.slow": 30,
                 "Traced.fast": 2000}
        check(f"{label}: methods were called as often as the program calls them",
              [f"{name}: ours {timed.get(name)}, {count} calls" for name, count in known.items()
               if timed.get(name) != count])
        sites = {(row["method"], row["caller"]): row["count"] for row in ours["sites"]}
        check(f"{label}: callers are those of the program",
              [] if sites == {("Traced.slow", "Traced.a"): 20, ("Traced.slow", "Traced.b"): 10}
              else [str(sites)])


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    with tempfile.TemporaryDirectory() as scratch:
        if os.path.isdir(CORPUS):
            for name in OF_CORPUS:
                path = jdk.decompressed(os.path.join(CORPUS, "recordings", name), scratch)
                recording_problems(name, os.path.join(homes[0], "bin/jfr"), path)
        else:
            skip("no corpus of recordings (CORPUS=folder)")
        for home in homes:
            fresh(home, scratch)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
