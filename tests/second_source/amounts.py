"""Amounts that the gate judges (rates, percentiles, CPU time, sums for each event of a type) against
sums over what `jfr print --json` of each JDK prints.

usage: amounts.py
"""
import json
import os
import sys
import tempfile

import calls
import jdk
from jdk import JFRTOOL, check, decompressed, finish, find_recording, run, skip
from values import worth

GC = "jdk.GarbageCollection"
RULES = {"min_samples": 0, "significance": 0.5, "rules": [
    {"id": "rate", "check": "rate", "event": GC, "max": 0},
    {"id": "p50", "check": "quantile", "of": "p50", "event": "GarbageCollection", "max": 0},
    {"id": "p90", "check": "quantile", "of": "p90", "event": GC, "max": 0},
    {"id": "pauses", "check": "gc-pause", "max": 0, "per": GC},
    {"id": "bytes", "check": "allocation", "max": 0, "per": GC}]}


def ours(path, scratch):
    """Figures of rules that every amount above 0 breaks, where chance is no excuse."""
    rules = os.path.join(scratch, "rules.json")
    with open(rules, "w", encoding="utf-8") as file:
        json.dump(RULES, file)
    done = run(JFRTOOL, "gate", "--quiet", "--json", "--rules", rules, path, path)
    assert done.returncode in (0, 1), f"exit {done.returncode}: {done.stderr}"
    report = json.loads(done.stdout)
    return {rule["id"]: rule["findings"][0]["new"] for rule in report["rules"] if rule["findings"]}


def seconds(path):
    return json.loads(run(JFRTOOL, "summary", "--json", "--quiet", path).stdout)["duration_ns"] / 1e9


def percentile(lengths, share):
    """The shortest that so large a share is not longer than."""
    ordered = sorted(lengths)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def theirs(jfr, path):
    collections = [worth(e["duration"]) for e in calls.printed(jfr, path, GC)]
    pauses = [worth(e["duration"]) for e in calls.printed(jfr, path, "jdk.GCPhasePause")]
    if not pauses:
        pauses = [worth(e["sumOfPauses"]) for e in calls.printed(jfr, path, GC)]
    figures = {"pauses": sum(pauses) / 1e9 / len(collections),
               "p50": percentile(collections, 0.5) / 1e9, "p90": percentile(collections, 0.9) / 1e9}
    allocated = [e["weight"] for e in calls.printed(jfr, path, "jdk.ObjectAllocationSample")]
    if allocated:
        figures["bytes"] = sum(allocated) / len(collections)
    return figures, len(collections)


def problems(jfr, path, scratch):
    mine, (figures, count) = ours(path, scratch), theirs(jfr, path)
    figures["rate"] = count / seconds(path)
    wrong = []
    for name, expected in figures.items():
        got = mine.get(name)
        if got is None or abs(got - expected) > 1e-6 * max(abs(expected), 1):
            wrong.append(f"{name}: ours {got}, jfr {expected}")
    return wrong


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    with tempfile.TemporaryDirectory() as scratch:
        for home in homes:
            jfr, label = os.path.join(home, "bin/jfr"), os.path.basename(home)
            for name in ("full-gc-11", "leak-25"):
                path = decompressed(find_recording(name), scratch)
                check(f"{label}: {name}", problems(jfr, path, scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
