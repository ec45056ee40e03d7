"""`requests`, and in `locks` what owners did, against `jfr print --json` and against what a server
with known delays says of itself: how long each endpoint took, and on what; who had the lock.

usage: endpoints.py
"""
import json
import os
import sys
import tempfile

import jdk
from calls import nanoseconds
from jdk import JFRTOOL, check, finish, run, skip
from tables import span

IO = ["FileRead", "FileWrite", "FileForce", "SocketRead", "SocketWrite"]
PARTS = {  # in the order in which a moment is counted
    "gc_paused": ["GCPhasePause"],
    "locked": ["JavaMonitorEnter"],
    "io": IO,
    "waiting": ["ThreadPark", "ThreadSleep", "JavaMonitorWait"],
}
CAUSES = {"/cpu": "on_cpu", "/park": "waiting", "/sleep": "waiting", "/locked": "locked",
          "/gc": "gc_paused", "/outer": "waiting", "/inner": "waiting"}


def printed(jfr, path):
    names = ["test.Request", "ExecutionSample"] + [n for names in PARTS.values() for n in names]
    done = run(jfr, "print", "--json", "--stack-depth", "1", "--events", ",".join(names), path)
    events = {}
    for event in json.loads(done.stdout)["recording"]["events"]:
        events.setdefault(event["type"].removeprefix("jdk."), []).append(event["values"])
    return events


def interval(event):
    start = nanoseconds(event["startTime"])
    return start, start + span(event["duration"])


def thread_of(event, field="eventThread"):
    return (event[field] or {}).get("javaThreadId")


def theirs(events, endpoint, period):
    """{figure: percent or ns} of the endpoint, each ns of a request counted once."""
    lengths, sums, cpu = [], dict.fromkeys(PARTS, 0), 0
    for request in events["test.Request"]:
        if request["endpoint"] != endpoint:
            continue
        start, end = interval(request)
        lengths.append(end - start)
        taken = []  # of the request: parts that come first
        for part, types in PARTS.items():
            for kind in types:
                for event in events.get(kind, []):
                    if part != "gc_paused" and thread_of(event) != thread_of(request):
                        continue
                    a, b = interval(event)
                    sums[part] += add(taken, max(a, start), min(b, end))
        cpu += period * sum(thread_of(s, "sampledThread") == thread_of(request) and
                            start <= nanoseconds(s["startTime"]) <= end
                            for s in events.get("ExecutionSample", []))
    lengths.sort()
    found = {f"{part}_percent": 100 * ns / sum(lengths) for part, ns in sums.items()}
    found["on_cpu_percent"] = 100 * cpu / sum(lengths)
    found |= {"count": len(lengths), "total_ns": sum(lengths), "max_ns": lengths[-1]}
    for p in (50, 90, 99):
        found[f"p{p}_ns"] = lengths[-(-len(lengths) * p // 100) - 1]
    return found


def add(taken, start, end):
    """Adds the interval to disjoint ones; returns what of it was not in them."""
    if end <= start:
        return 0
    new, pieces = 0, [(start, end)]
    for a, b in taken:
        pieces = [piece for x, y in pieces for piece in ((x, min(y, a)), (max(x, b), y))
                  if piece[0] < piece[1]]
    for x, y in pieces:
        new += y - x
    taken.extend(pieces)
    return new


def recording_problems(label, jfr, path, said):
    events = printed(jfr, path)
    done = run(JFRTOOL, "requests", "--json", "--quiet", "--within", "test.Request", "--by",
               "endpoint", path)
    ours = {row["request"]: row for row in json.loads(done.stdout)["requests"]}
    settings = run(jfr, "print", "--json", "--events", "ActiveSetting", path)
    periods = [e["values"]["value"] for e in json.loads(settings.stdout)["recording"]["events"]
               if e["values"]["name"] == "period" and "ms" in e["values"]["value"]]
    period = 10_000_000 if "10 ms" in periods else 20_000_000
    problems = []
    for endpoint in said:
        for key, value in theirs(events, endpoint, period).items():
            if ours[endpoint][key] is None and value == 0:
                continue  # the recording has no such events: none are told from not recorded
            if ours[endpoint][key] is None or \
                    abs(ours[endpoint][key] - value) > 1e-3 * max(1, abs(value)):
                problems.append(f"{endpoint} {key}: ours {ours[endpoint][key]}, jfr {value}")
    check(f"{label}: counts, percentiles and shares of each endpoint", problems)
    problems = [] if sorted(said) == sorted(ours) else [f"endpoints: {sorted(ours)}"]
    for endpoint, (count, took) in said.items():
        row = ours[endpoint]
        if row["count"] != count or row["total_ns"] > took:
            problems.append(f"{endpoint}: ours {row['count']}, {row['total_ns']}, it {count}, {took}")
        known = {part: row[f"{part}_percent"] for part in [*PARTS, "on_cpu"]}
        if max(known, key=lambda part: known[part] or 0) != CAUSES[endpoint]:
            problems.append(f"{endpoint}: {known}")
    check(f"{label}: what the server says of itself", problems)
    slow = json.loads(run(JFRTOOL, "requests", "--json", "--quiet", "--within",
                          "test.Request where duration > 90ms", path).stdout)["requests"]
    count = sum(interval(r)[1] - interval(r)[0] > 90_000_000 for r in events["test.Request"])
    if "ThreadSleep" in events:
        check(f"{label}: what the owner of the lock did", owner_problems(events, path))
    check(f"{label}: slow ones alone", [] if slow[0]["count"] == count else [f"{slow}, {count}"])


def owner_problems(events, path):
    """What the thread that had the monitor did while others waited for it."""
    done = run(JFRTOOL, "locks", "--json", "--quiet", "--top", "0", path)
    ours = {(row["did"], row["previous_owner"], row["method"]): (row["total_ns"], row["samples"])
            for row in json.loads(done.stdout)["owners_did"] if row["class"] == "java.lang.Object"}
    waits = [e for e in events["JavaMonitorEnter"] if (e["previousOwner"] or {}).get("javaName") ==
             "holder" and e["monitorClass"]["name"] == "java/lang/Object"]
    slept = 0
    for sleep in events.get("ThreadSleep", []):
        if sleep["eventThread"]["javaName"] != "holder":
            continue
        taken, (start, end) = [], interval(sleep)
        for wait in waits:
            a, b = interval(wait)
            slept += add(taken, max(a, start), min(b, end))
    mine = ours.get(("slept", "holder", "Endpoints.hold"), (None, None))[0]
    first = next(iter(ours), None)
    problems = [] if mine and abs(mine - slept) < 1000 else [f"holder slept: ours {mine}, jfr {slept}"]
    if first != ("slept", "holder", "Endpoints.hold"):
        problems.append(f"the cause is not the first: {list(ours)[:3]}")
    return problems


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    for home in homes[-1:]:
        label, jfr = os.path.basename(home), os.path.join(home, "bin/jfr")
        with tempfile.TemporaryDirectory() as scratch:
            path, classes = os.path.join(scratch, "served.jfr"), os.path.join(scratch, "classes")
            run(os.path.join(home, "bin/javac"), "-d", classes,
                os.path.join(jdk.HERE, "Endpoints.java"))
            done = run(os.path.join(home, "bin/java"), "-cp", classes,
                       f"-XX:StartFlightRecording:filename={path},settings=profile", "Endpoints")
            if not os.path.exists(path):
                check(f"{label}: makes a recording", [done.stderr])
                continue
            said = {line.split()[0]: tuple(map(int, line.split()[1:3]))
                    for line in done.stdout.split("\n") if line.startswith("/")}
            recording_problems(label, jfr, path, said)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
