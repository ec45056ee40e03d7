"""Callers, callees, call trees and the rule MethodProfiling against figures we did not make:

1. testdata/expected/*.rules.tsv: what JDK Mission Control says of the rule.
2. `jfr print --json` of a JDK, on testdata/ and a recording made now: trees, and the rule as we judge
   it without --jmc-compat, worked out here in the plainest way.

usage: calls.py [--stored]     only part 1
"""
import collections
import glob
import json
import math
import os
import re
import sys
import tempfile

import corpus
import jdk
from jdk import EXPECTED, JFRTOOL, check, decompressed, finish, find_recording, run, skip

corpus.JFRTOOL = JFRTOOL


def stored():
    for path in sorted(glob.glob(os.path.join(EXPECTED, "*.rules.tsv"))):
        name = os.path.basename(path).removesuffix(".rules.tsv")
        check(f"{name}: the verdict on method profiling as in JMC",
              corpus.rule_problems(find_recording(name), *corpus.expected_rule(path)))


# ---- What the JDK prints -------------------------------------------------------------------------

def method_of(frame):
    method = frame["method"]
    return (method["type"]["name"].replace("/", "."), method["name"], method["descriptor"])


def printed(jfr, path, event):
    done = run(jfr, "print", "--json", "--stack-depth", "2048", "--events", event, path)
    return [e["values"] for e in json.loads(done.stdout, strict=False)["recording"]["events"]]


def stacks_of(events):
    """(start time, frames leaf first, or None) of each sample."""
    out = []
    for event in events:
        trace = event["stackTrace"]
        frames = [method_of(f) for f in trace["frames"] if not f["method"]["hidden"]] if trace else []
        out.append((nanoseconds(event["startTime"]), frames or None))
    return out


STAMP = re.compile(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)")


def nanoseconds(text):
    import datetime
    year, month, day, hour, minute, second, fraction, zone = STAMP.match(text).groups()
    moment = datetime.datetime(int(year), int(month), int(day), int(hour), int(minute), int(second or 0),
                               tzinfo=datetime.timezone.utc)
    ns = int(moment.timestamp()) * 10**9 + int((fraction or "0").ljust(9, "0"))
    if zone != "Z":
        sign = -1 if zone[0] == "-" else 1
        ns -= sign * (int(zone[1:3]) * 3600 + int(zone[4:6]) * 60) * 10**9
    return ns


# ---- Trees ---------------------------------------------------------------------------------------

def tree_of(paths):
    """{path of methods from the tree's root: [samples, samples that end there]}"""
    nodes = collections.defaultdict(lambda: [0, 0])
    for path, count in paths:
        for depth in range(1, len(path) + 1):
            nodes[path[:depth]][0] += count
        nodes[path][1] += count
    return {path: tuple(counts) for path, counts in nodes.items()}


def tree_of_json(nodes):
    path, tree = [], {}
    for node in nodes:
        del path[node["depth"]:]
        path.append((node["class"].replace("/", "."), node["method"], node["descriptor"]))
        assert tuple(path) not in tree, "a node occurs twice"
        tree[tuple(path)] = (node["samples"], node["self"])
    return tree


def tree_problems(path, theirs, *arguments):
    done = run(JFRTOOL, *arguments, "--event", "jdk.ExecutionSample", "--raw-names", "--min-share",
               "0", "--json", "--quiet", path)
    if done.returncode:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    ours = tree_of_json(json.loads(done.stdout)["nodes"])
    return [f"{' < '.join('.'.join(m[:2]) for m in node)[-150:]}: ours {ours.get(node)}, "
            f"jfr {theirs.get(node)}"
            for node in sorted(set(ours) | set(theirs)) if ours.get(node) != theirs.get(node)]


def each_tree(name, path, stacks):
    counts = collections.Counter(tuple(frames) for _, frames in stacks if frames)
    check(f"{name}: tree", tree_problems(
        path, tree_of((s[::-1], n) for s, n in counts.items()), "tree"))
    check(f"{name}: tree --reverse", tree_problems(
        path, tree_of(counts.items()), "tree", "--reverse"))
    inclusive = collections.Counter(m[:2] for s, n in counts.items() for m in set(s)
                                    for _ in range(n))
    for target, _ in inclusive.most_common(12):
        # Overloads go together; leaf first, so the first is the innermost.
        at = {s: [i for i, m in enumerate(s) if m[:2] == target] for s in counts}
        hits = [(s, n) for s, n in counts.items() if at[s]]
        wanted = ".".join(target)
        check(f"{name}: callers of {wanted}", tree_problems(
            path, tree_of((s[at[s][0]:], n) for s, n in hits), "callers", wanted))
        check(f"{name}: callers --self of {wanted}", tree_problems(
            path, tree_of((s, n) for s, n in hits if at[s][0] == 0), "callers", "--self", wanted))
        check(f"{name}: callees of {wanted}", tree_problems(
            path, tree_of((s[at[s][-1]::-1], n) for s, n in hits), "callees", wanted))
        check(f"{name}: callees --jmc-compat of {wanted}", tree_problems(
            path, tree_of((s[i::-1], n) for s, n in hits for i in at[s]), "callees",
            "--jmc-compat", wanted))


# ---- The rule without --jmc-compat ---------------------------------------------------------------

RECORDINGS = ("chunks-17", "deep-17", "lambdas-25", "shares-17", "rule-ok", "rule-info",
              "rule-warning", "rule-periods")
UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}


def periods_of(jfr, path):
    """The settings name the type by a number that jfr prints nowhere else. Ours made recordings have
    100; the others were sampled every 10 ms from beginning to end."""
    if not os.path.basename(path).startswith("rule-"):
        return [(0, 10 * 10**6)]
    found = []
    for event in printed(jfr, path, "jdk.ActiveSetting"):
        if event["name"] == "period" and event["id"] == 100:
            number, unit = re.match(r"(\d+) *([a-z]+)", event["value"]).groups()
            found.append((nanoseconds(event["startTime"]), int(number) * UNITS[unit]))
    return sorted(found)


def possible(periods, start, end):
    """Samples that can be taken at most: 5 each period, piece by piece between settings."""
    changes = [t for t, _ in periods if start < t < end]
    total = 0
    for a, b in zip([start] + changes, changes + [end]):
        period = ([p for t, p in periods if t <= a] or [periods[0][1]])[-1]
        total += 5 * (b - a) / period
    return total


def top_of(frames):
    for cls, method, descriptor in frames or ():
        package = cls.rpartition(".")[0] if "." in cls.split("/")[0] else ""
        if package not in ("java.lang", "java.util"):
            return cls, method, descriptor
    return None


def rule_problems(path, stacks, periods):
    done = run(JFRTOOL, "method-profiling", "--event", "jdk.ExecutionSample", "--raw-names", "--json",
               "--quiet", path)
    if done.returncode:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    report = json.loads(done.stdout)
    ours = report["analysis"]
    start = report["recording"]["start_ns"]
    last = max(t for t, _ in stacks)
    # A short recording is one window of its own length, 5 s at least.
    best, size = None, min(30 * 10**9, max(5 * 10**9, report["recording"]["duration_ns"]))
    while best is None or start < last:
        hits = collections.Counter(top_of(f) for t, f in stacks if start <= t <= start + size)
        hits.pop(None, None)
        most = possible(periods, start, start + size)
        for method, count in sorted(hits.items()):
            if best is None or count / most > best[0] * (1 + 1e-12):
                best = (count / most, method, count, start)
        start += size // 2
        if start >= last:
            break
    share, method, count, start = best
    score = 100 / (1 + math.exp(150 * (0.03333 - share)) + math.exp(7 * (0.03333 - share)))
    if score < 25:  # 30 % of all samples are worth a look, however little ran
        most_of_all = collections.Counter(top_of(f) for _, f in stacks if f)
        with_stack = most_of_all.total()
        most_of_all.pop(None, None)
        method_of_all, of_all = max(sorted(most_of_all.items()), key=lambda item: item[1])
        if of_all >= 30 and of_all >= 0.3 * with_stack:
            method, count, start = method_of_all, of_all, min(t for t, _ in stacks)
            score = 25 + 60 * (of_all / with_stack - 0.3)
    score = 74 if score >= 75 else score  # a WARNING of JMC's
    severity = "INFO" if score >= 25 else "OK"
    theirs = (severity, method, count, start)
    mine = (ours["severity"], tuple(ours["method"][k] for k in ("class", "method", "descriptor")),
            ours["window"]["method_samples"], ours["window"]["start_ns"])
    problems = [] if mine == theirs else [f"ours {mine}, from jfr print {theirs}"]
    if abs(ours["score"] - score) > 1e-9:
        problems.append(f"score {ours['score']}, from jfr print {score}")
    return problems


# ---- Live ----------------------------------------------------------------------------------------

def live(home):
    jfr = os.path.join(home, "bin/jfr")
    label = os.path.basename(home)
    with tempfile.TemporaryDirectory() as scratch:
        fresh = jdk.live_recording(home, scratch)
        if not os.path.exists(fresh):
            check(f"{label}: makes a recording", [fresh])
            return
        for path in [fresh] + [decompressed(find_recording(n), scratch) for n in RECORDINGS]:
            name = f"{label}: {os.path.basename(path)}"
            stacks = stacks_of(printed(jfr, path, "jdk.ExecutionSample"))
            check(f"{name}: the rule, worked out from what jfr prints",
                  rule_problems(path, stacks, periods_of(jfr, path)))
            if not os.path.basename(path).startswith("rule-"):
                each_tree(name, path, stacks)


def main():
    stored()
    if "--stored" not in sys.argv:
        homes = jdk.jdks()
        if not homes:
            skip("no JDK under /usr/lib/jvm or in JAVA_HOME: figures as stored only")
        for home in homes:
            live(home)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
