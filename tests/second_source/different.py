"""`overview --from --to`: what is different in a window, on a program of which it is known, and each
figure against sums that Python makes of `jfr print --json`.

usage: different.py
"""
import json
import os
import sys
import tempfile

import jdk
from calls import nanoseconds
from jdk import JFRTOOL, check, finish, run, skip
from tables import span

TYPES = ("test.Trouble,GCPhasePause,GarbageCollection,JavaMonitorEnter,FileWrite,CPULoad,"
         "JavaExceptionThrow,JavaThreadStatistics,ExecuteVMOperation")
EVENTS = {  # id: type, how, field
    "gc_pauses": ("GCPhasePause", "percent", None),
    "gc_pause_length": ("GCPhasePause", "level", "duration"),
    "collections": ("GarbageCollection", "count", None),
    "monitors": ("JavaMonitorEnter", "span", None),
    "file_writes": ("FileWrite", "span", None),
    "exceptions": ("JavaExceptionThrow", "count", None),
    "vm_operations": ("ExecuteVMOperation", "percent", None),
    "machine_cpu": ("CPULoad", "level", "machineTotal"),
    "threads": ("JavaThreadStatistics", "level", "activeCount"),
}


def printed(jfr, path):
    done = run(jfr, "print", "--json", "--stack-depth", "1", "--events", TYPES, path)
    events = {}
    for event in json.loads(done.stdout)["recording"]["events"]:
        events.setdefault(event["type"].removeprefix("jdk."), []).append(event["values"])
    return events


def extent(path):
    chunks = json.loads(run(JFRTOOL, "summary", "--json", path).stdout)["chunks"]
    return (min(c["start_ns"] for c in chunks),
            max(c["start_ns"] + c["duration_ns"] for c in chunks))


def sides_of(events, how, field, window, whole):
    """[of the rest, of the window]"""
    length = [(whole[1] - whole[0] - (window[1] - window[0])) / 1e9, (window[1] - window[0]) / 1e9]
    sums, counts = [0.0, 0.0], [0, 0]
    for event in events:
        start = nanoseconds(event["startTime"])
        inside = window[0] <= start < window[1]
        if how in ("span", "percent"):
            factor = 100 if how == "percent" else 1
            end = min(start + span(event["duration"]), whole[1])
            part = max(0, min(end, window[1]) - max(start, window[0]))
            sums[1] += part / 1e9 * factor
            sums[0] += (end - start - part) / 1e9 * factor
        elif how == "count":
            sums[inside] += 1
        else:
            value = event[field]
            sums[inside] += span(value) if field == "duration" else (
                100 * value if field == "machineTotal" else value)
            counts[inside] += 1
    if how == "level":
        return [s / c if c else None for s, c in zip(sums, counts)]
    return [s / seconds for s, seconds in zip(sums, length)]


def is_close(ours, theirs):
    if ours is None or theirs is None:
        return ours is theirs
    return abs(ours - theirs) <= max(1e-3 * abs(theirs), 1e-4)


def asked(path, window, *options):
    """The window in ms since the recording's start, so that both sides of the test mean the same."""
    start = extent(path)[0]
    done = run(JFRTOOL, "overview", "--quiet", "--allow-empty", *options, "--from",
               f"{(window[0] - start) // 1_000_000}ms", "--to",
               f"{(window[1] - start) // 1_000_000}ms", path)
    assert done.returncode == 0, done.stderr
    return done.stdout


def figure_problems(path, events, window, whole):
    rows = {row["id"]: row for row in json.loads(asked(path, window, "--json"))["different"]["measures"]}
    problems = []
    for name, (kind, how, field) in EVENTS.items():
        if kind not in events:
            problems += [f"{name}: there are no such events"] if name in rows else []
            continue
        rest, inside = sides_of(events[kind], how, field, window, whole)
        row = rows.get(name, {"window": None, "rest": None})
        if not is_close(row["window"], inside) or not is_close(row["rest"], rest):
            problems.append(f"{name}: ours {row['window']}, {row['rest']}, jfr {inside}, {rest}")
    return problems, rows


def cause_problems(path, rows, window, quiet):
    problems = [f"{name} is not different: {rows.get(name)}" for name in ("exceptions", "monitors")
                if not rows.get(name, {}).get("significant")]
    if rows["exceptions"]["most"] != "Phases$Refused" or rows["monitors"]["most"] != "Phases$Account":
        problems.append(f"most: {rows['exceptions']['most']}, {rows['monitors']['most']}")
    shown = [line for line in asked(path, window).split("\n") if "Phases$" in line]
    if len(shown) < 2:
        problems.append(f"shown: {shown}")
    nothing = json.loads(asked(path, quiet, "--json"))["different"]["measures"]
    for row in nothing:  # the trouble is on the other side then
        if row["id"] in ("exceptions", "monitors") and row["significant"] and \
                row["window"] > row["rest"]:
            problems.append(f"quiet seconds: {row}")
    return problems


def recording_problems(label, jfr, path):
    events, whole = printed(jfr, path), extent(path)
    start = whole[0]
    trouble = events.pop("test.Trouble")[0]
    begin = nanoseconds(trouble["startTime"])
    ends = [begin, begin + span(trouble["duration"])]
    window = [start + (t - start) // 1_000_000 * 1_000_000 for t in ends]
    quiet = [start + 1_000_000_000, start + 5_000_000_000]
    problems, rows = figure_problems(path, events, window, whole)
    check(f"{label}: figures of the window and the rest", problems)
    check(f"{label}: the cause is named", cause_problems(path, rows, window, quiet))
    check(f"{label}: figures of a quiet window", figure_problems(path, events, quiet, whole)[0])


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    for home in homes[-1:]:
        label, jfr = os.path.basename(home), os.path.join(home, "bin/jfr")
        with tempfile.TemporaryDirectory() as scratch:
            path, classes = os.path.join(scratch, "phases.jfr"), os.path.join(scratch, "classes")
            settings = os.path.join(scratch, "all.jfc")
            configure = [jfr, "configure", "--input", "profile.jfc", "--output", settings,
                         "method-profiling=high", "jdk.JavaExceptionThrow#enabled=true",
                         "jdk.FileWrite#threshold=0ms"]
            done = run(*configure, "jdk.JavaExceptionThrow#throttle=off",
                       "jdk.FileWrite#throttle=off")
            if done.returncode != 0:  # older JDKs do not throttle them
                run(*configure)
            run(os.path.join(home, "bin/javac"), "-d", classes,
                os.path.join(jdk.HERE, "Phases.java"))
            done = run(os.path.join(home, "bin/java"), "-cp", classes,
                       f"-XX:StartFlightRecording:filename={path},settings={settings}", "Phases",
                       os.path.join(scratch, "written"))
            if os.path.exists(path):
                recording_problems(label, jfr, path)
            else:
                check(f"{label}: makes a recording", [done.stderr])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
