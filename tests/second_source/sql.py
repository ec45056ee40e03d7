"""Tables of SQL against sums that Python makes of `jfr print --json` of each JDK: counts, groups,
joins with and without memory for them, percentiles, threads, stacks, times.

usage: sql.py
"""
import collections
import json
import os
import sys
import tempfile

import calls
import jdk
from jdk import JFRTOOL, check, decompressed, finish, find_recording, run, skip
from values import worth

RECORDINGS = ["native-17", "chunks-17", "shares-25"]


def sql(path, statement, *arguments):
    done = run(JFRTOOL, "sql", path, statement, "--json", "--quiet", *arguments)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return [tuple(row.values()) for row in json.loads(done.stdout)]


def differs(what, mine, theirs):
    return [] if mine == theirs else [f"{what}: ours {mine}, from jfr print {theirs}"]


def multiset(rows):
    return sorted(collections.Counter(rows).items(), key=str)


def start(event):
    return calls.nanoseconds(event["startTime"])


def thread_of(value):
    return None if value is None else value["javaName"] or value["osName"] or ""


def stack_of(event):
    """Its frames, leaf first, as a stack of ours has them."""
    trace = event.get("stackTrace")
    if trace is None:
        return None
    return tuple((*calls.method_of(f), f["lineNumber"], f["bytecodeIndex"], f["type"])
                 for f in trace["frames"])


def percentile(values, share):
    """At (n + 1) p, between two of them in proportion; whole."""
    values, place = sorted(values), (len(values) + 1) * share
    below = int(place)
    if below < 1 or below >= len(values):
        return values[0] if below < 1 else values[-1]
    return int(values[below - 1] + (place - below) * (values[below] - values[below - 1]))


# ---- What is asked -------------------------------------------------------------------------------

def counts(path, events):
    theirs = sorted((name, len(rows)) for name, rows in events.items())
    mine = sql(path, "SELECT type, count FROM events WHERE count > 0 ORDER BY type")
    problems = differs("events", mine, theirs)
    everything = sql(path, "SELECT type, count(*) FROM all_events GROUP BY 1 ORDER BY 1")
    # What has none of the usual columns is not in it; all types of these recordings have them.
    problems += differs("all_events", everything, theirs)
    each = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM \"{name}\"" for name, _ in theirs)
    return problems + differs("tables", sql(path, each), theirs)


def samples(path, events):
    rows = events.get("jdk.ExecutionSample", [])
    threads = collections.Counter(thread_of(e["sampledThread"]) for e in rows)
    states = collections.Counter((thread_of(e["sampledThread"]), e["state"]) for e in rows)
    stacks = collections.Counter(stack_of(e) for e in rows)
    many = ("--index-memory", "2KiB") # each group comes in parts
    problems = []
    for more in ((), many):
        problems += differs("threads", sorted(sql(
            path, "SELECT sampledThread, count(*) FROM jdk.ExecutionSample GROUP BY 1", *more)),
            sorted(threads.items()))
        problems += differs("threads and states", sorted(sql(
            path, "SELECT sampledThread, state, count(*) FROM ExecutionSample GROUP BY 1, 2",
            *more)), sorted((*key, n) for key, n in states.items()))
        problems += differs("how often stacks occur", sorted(n for _, n in sql(
            path, "SELECT stackTrace, count(*) FROM ExecutionSample GROUP BY 1", "--raw-names",
            *more)), sorted(stacks.values()))
    depths = collections.Counter(len(stack_of(e)) for e in rows)
    problems += differs("depths", sorted(sql(
        path, "SELECT s.depth, count(*) FROM ExecutionSample e JOIN stacks s ON s.stack = "
              "e.stackTrace GROUP BY 1", "--raw-names")), sorted(depths.items()))
    tops = collections.Counter(".".join(stack_of(e)[0][:2]) for e in rows)
    problems += differs("top frames", sorted(sql(
        path, "SELECT f.class || '.' || f.method, count(*) FROM ExecutionSample e JOIN frames f ON "
              "f.stack = e.stackTrace AND f.position = 0 GROUP BY 1", "--raw-names")),
        sorted(tops.items()))
    return problems


def durations(path, events):
    problems = []
    for name, rows in events.items():
        if len(rows) < 2 or not all(isinstance(e.get("duration"), str) for e in rows):
            continue
        spans = [worth(e["duration"]) for e in rows]
        if any(n < 0 for n in spans) or max(spans) > 1 << 62:
            continue
        theirs = [(sum(spans), min(spans), max(spans), percentile(spans, 0.5),
                   percentile(spans, 0.9), percentile(spans, 0.99))]
        mine = sql(path, "SELECT sum(duration), min(duration), max(duration), median(duration), "
                         f'p90(duration), quantile(duration, 0.99) FROM "{name}"')
        # Ticks become ns in two programs.
        problems += [f"{name}: ours {mine}, from jfr print {theirs}"
                     for a, b in zip(mine[0], theirs[0]) if abs(a - b) > len(spans)][:1]
    return problems


def joins(path, events):
    """Settings joined with the types that they are of, with copies of tables and without."""
    settings = [(e["id"], e["name"], e["value"]) for e in events.get("jdk.ActiveSetting", [])]
    by_id = collections.Counter(i for i, _, _ in settings)
    pairs = sum(n * n for n in by_id.values())
    later = sum(1 for e in events.get("jdk.ActiveRecording", [])
                for f in events.get("jdk.ActiveSetting", []) if start(f) > start(e) + 10**6)
    problems = []
    for more in ((), ("--index-memory", "1KiB")):
        problems += differs("pairs of settings of a type", sql(
            path, "SELECT count(*) FROM ActiveSetting a JOIN ActiveSetting b ON a.id = b.id", *more),
            [(pairs,)])
        problems += differs("settings after a recording", sql(
            path, "SELECT count(*) FROM ActiveRecording a JOIN ActiveSetting b ON b.startTime > "
                  "a.startTime + 1000000", *more), [(later,)])
    problems += differs("either of two times", sql(
        path, "SELECT count(*) FROM ActiveSetting WHERE startTime = (SELECT min(startTime) FROM "
              "ActiveSetting) OR startTime = (SELECT max(startTime) FROM ActiveSetting)"),
        sql(path, "SELECT count(*) FROM ActiveSetting WHERE startTime IN (SELECT min(startTime) "
                  "FROM ActiveSetting UNION SELECT max(startTime) FROM ActiveSetting)"))
    values = collections.Counter((name, value) for _, name, value in settings)
    problems += differs("values", multiset(sql(path, "SELECT name, value FROM settings")),
                        sorted(values.items(), key=str))
    return problems


def windows(path, events):
    """A condition on the time leaves chunks out, never rows."""
    problems = []
    for name in ("jdk.ExecutionSample", "jdk.ActiveSetting"):
        times = sorted(t for (t,) in sql(path, f"SELECT startTime FROM {name}"))
        for place in (0, len(times) // 3, len(times) // 2, len(times) - 1):
            if not times:
                break
            at = times[place]
            theirs = [(sum(t >= at for t in times), sum(t < at for t in times),
                       sum(t == at for t in times))]
            mine = [tuple(sql(path, f"SELECT count(*) FROM {name} WHERE startTime {how} {at}")[0][0]
                          for how in (">=", "<", "="))]
            problems += differs(f"{name} around {at}", mine, theirs)
    return problems


def saved(path, events, scratch):
    import sqlite3
    database = os.path.join(scratch, "saved.db")
    done = run(JFRTOOL, "sql", path, "--save", database)
    if done.returncode:
        return [done.stderr]
    problems, left = [], sorted(os.listdir(scratch))
    problems += [f"left behind: {name}" for name in left if name.startswith(".")]
    connection = sqlite3.connect(database)
    for name, rows in events.items():
        table = name.split(".", 1)[1]
        mine = connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
        problems += differs(f"rows of {table}", mine, len(rows))
    connection.close()
    os.remove(database)
    return problems


def recording_problems(label, jfr, path, scratch):
    events = collections.defaultdict(list)
    done = run(jfr, "print", "--json", "--stack-depth", "2048", path)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        events[event["type"]].append(event["values"])
    check(f"{label}: counts of {len(events)} types", counts(path, events))
    check(f"{label}: samples by thread, state and stack", samples(path, events))
    check(f"{label}: durations and their percentiles", durations(path, events))
    check(f"{label}: joins", joins(path, events))
    check(f"{label}: windows of time", windows(path, events))
    check(f"{label}: a saved database", saved(path, events, scratch))


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    for home in homes:
        jfr, label = os.path.join(home, "bin/jfr"), os.path.basename(home)
        with tempfile.TemporaryDirectory() as scratch:
            for name in RECORDINGS:
                path = decompressed(find_recording(name), scratch)
                recording_problems(f"{label}: {name}", jfr, path, scratch)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
