"""What samples are worth (--measure value) against sums over what `jfr print` of each JDK prints:
bytes allocated and time waited, per method, per path of the call tree and per line of collapsed.

usage: values.py
"""
import collections
import json
import os
import re
import sys
import tempfile

import calls
import jdk
from jdk import JFRTOOL, check, decompressed, finish, find_recording, run, skip

# Event type: the field that says what an event of it is worth, and a short name that it goes by.
VALUES = {
    "jdk.ObjectAllocationSample": ("weight", "alloc"),
    "jdk.JavaMonitorEnter": ("duration", "jdk.JavaMonitorEnter"),
    "jdk.ThreadPark": ("duration", "jdk.ThreadPark"),
}
SPAN = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?$")


def worth(value):
    """Bytes as they are; "PT1M2.5S" in ns."""
    if isinstance(value, int):
        return value
    hours, minutes, seconds, fraction = SPAN.match(value).groups()
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    return whole * 10**9 + int((fraction or "0").ljust(9, "0"))


def ours(path, event, *arguments):
    done = run(JFRTOOL, *arguments, "--measure", "value", "--event", event, "--raw-names", "--quiet",
               path)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return done.stdout


def compare(mine, theirs, slack):
    """Ticks become ns in two programs: a sum may differ by as many ns as it has events."""
    return [f"{key}: ours {mine.get(key)}, jfr {theirs.get(key)}"
            for key in sorted(set(mine) | set(theirs), key=str)
            if any(abs(a - b) > slack for a, b in zip(mine.get(key, (0, 0)), theirs.get(key, (0, 0))))]


def method_of_row(row):
    return (row["class"].replace("/", "."), row["method"], row["descriptor"])


def hot_problems(path, event, stacks, slack):
    report = json.loads(ours(path, event, "hot-methods", "--json", "--top", "0"))
    theirs = collections.defaultdict(lambda: [0, 0])
    for frames, value in stacks:
        if not frames:
            continue
        theirs[frames[0]][0] += value
        for method in set(frames):
            theirs[method][1] += value
    mine = {method_of_row(r): (r["self_value"], r["total_value"]) for r in report["methods"]}
    problems = compare(mine, {k: tuple(v) for k, v in theirs.items()}, slack)
    whole = sum(value for _, value in stacks)
    if abs(report["value"] - whole) > slack:
        problems.append(f"in all: ours {report['value']}, jfr {whole}")
    order = [r["self_value"] for r in report["methods"]]
    if order != sorted(order, reverse=True):
        problems.append("rows are not in the order of what they are worth")
    for row in report["methods"]:
        share = 100 * row["self_value"] / report["value"]
        if abs(share - row["self_value_percent"]) > 0.0001:
            problems.append(f"{row['method']}: {row['self_value_percent']} %, not {share}")
    return problems


def tree_problems(path, event, paths, slack, *arguments):
    report = json.loads(ours(path, event, *arguments, "--json", "--min-share", "0"))
    way, mine = [], {}
    for node in report["nodes"]:
        del way[node["depth"]:]
        way.append(method_of_row(node))
        mine[tuple(way)] = (node["value"], node["self_value"])
    return compare(mine, calls.tree_of(paths), slack)


def collapsed_problems(path, event, stacks, slack):
    mine = {}
    for line in ours(path, event, "collapsed", "--signatures").splitlines():
        stack, value = line.rsplit(" ", 1)
        mine[stack] = (int(value), 0)
    theirs = collections.Counter()
    for frames, value in stacks:
        if frames:
            theirs[";".join(f"{c}.{m}{d}".replace(";", ":") for c, m, d in frames[::-1])] += value
    return compare(mine, {k: (v, 0) for k, v in theirs.items()}, slack)


def recording_problems(label, jfr, path):
    seen = 0
    for event, (field, name) in VALUES.items():
        events = calls.printed(jfr, path, event)
        stacks = [(tuple(frames) if frames else None, worth(e[field]))
                  for (_, frames), e in zip(calls.stacks_of(events), events)]
        if not any(frames for frames, _ in stacks):
            continue
        seen += 1
        slack = 0 if field == "weight" else len(stacks)
        with_stack = [(frames, value) for frames, value in stacks if frames]
        check(f"{label}: {event}: hot-methods", hot_problems(path, name, stacks, slack))
        check(f"{label}: {event}: tree", tree_problems(
            path, name, [(f[::-1], v) for f, v in with_stack], slack, "tree"))
        check(f"{label}: {event}: tree --reverse", tree_problems(
            path, name, with_stack, slack, "tree", "--reverse"))
        target = with_stack[0][0][0][:2]
        at = [(f, v, [i for i, m in enumerate(f) if m[:2] == target]) for f, v in with_stack]
        check(f"{label}: {event}: callers", tree_problems(
            path, name, [(f[hits[0]:], v) for f, v, hits in at if hits], slack, "callers",
            ".".join(target)))
        check(f"{label}: {event}: collapsed", collapsed_problems(path, name, stacks, slack))
    return seen


def period_problems(jfr, path):
    """A sample of a running thread is worth the period that was set."""
    periods = {period for _, period in calls.periods_of(jfr, path)}
    report = json.loads(ours(path, "jdk.ExecutionSample", "hot-methods", "--json"))
    worths = {row["self_value"] / row["self"] for row in report["methods"] if row["self"]}
    return [] if worths == periods else [f"ours {worths}, jfr {periods}"]


def live(home):
    jfr, label = os.path.join(home, "bin/jfr"), os.path.basename(home)
    with tempfile.TemporaryDirectory() as scratch:
        fresh = jdk.live_recording(home, scratch)
        if not os.path.exists(fresh):
            check(f"{label}: makes a recording", [fresh])
            return
        native = decompressed(find_recording("native-17"), scratch)
        seen = [recording_problems(f"{label}: {os.path.basename(p)}", jfr, p) for p in (native, fresh)]
        check(f"{label}: there is something to compare",
              [] if seen[0] == len(VALUES) else [f"{seen[0]} event types of native-17"])
        check(f"{label}: the period", period_problems(jfr, fresh))


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    for home in homes:
        live(home)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
