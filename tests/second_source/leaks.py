"""What `leaks` says against `jfr print --json`: objects by class with their chains, the heap after
collections with its slope, class loaders and native memory; and against what programs leak.

usage: leaks.py
"""
import collections
import itertools
import json
import os
import statistics
import sys
import tempfile

import jdk
from calls import nanoseconds
from jdk import JFRTOOL, check, finish, find_recording, run, skip

CORPUS = os.environ.get("CORPUS", "")
OF_CORPUS = ["flight_recording_17eaMonitoredVM10440_3.jfr", "tck-test.jfr",
             "cpool-uint64-constant-index.jfr.gz"]
EVENTS = ["OldObjectSample", "GCHeapSummary", "GCHeapConfiguration", "ClassLoaderStatistics",
          "NativeMemoryUsage", "ResidentSetSize", "JVMInformation", "ClassLoadingStatistics"]


def printed(jfr, path):
    done = run(jfr, "print", "--json", "--stack-depth", "64", "--events", ",".join(EVENTS), path)
    events = collections.defaultdict(list)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        event["values"]["at"] = nanoseconds(event["values"]["startTime"])
        events[event["type"].rsplit(".", 1)[1]].append(event["values"])
    for rows in events.values():
        rows.sort(key=lambda row: row["at"])
    return events


PRIMITIVES = {"B": "byte", "C": "char", "D": "double", "F": "float", "I": "int", "J": "long",
              "S": "short", "Z": "boolean"}


def class_of(struct):
    """"[Ljava/lang/Object;" -> "java.lang.Object[]"."""
    name, dimensions = struct["name"], 0
    while name.startswith("["):
        name, dimensions = name[1:], dimensions + 1
    if dimensions:
        name = PRIMITIVES.get(name, name.removeprefix("L").removesuffix(";"))
    return name.replace("/", ".") + "[]" * dimensions


def chain_of(value):
    """Objects from the sample to the root, each with how it refers to the one before."""
    lines, reference = [], ""
    while value:
        text = reference + class_of(value["type"])
        for name in ("Class Name: ", "Thread Name: "):
            if (value["description"] or "").startswith(name):
                text += " " + value["description"].removeprefix(name)
        lines.append(text)
        referrer = value["referrer"]
        if not referrer or not referrer["object"]:
            return lines
        if referrer["skip"]:
            lines.append("...")
        field = referrer["field"] and referrer["field"]["name"]
        reference = f"{field} : " if field else "[] : " if referrer["array"] else "? : "
        value = referrer["object"]


# Names that the JVM makes up are made stable.
def is_usual(text):
    return not any(part in text for part in ("Lambda", "$$", "0x", "$Proxy", "EventHandler"))


def candidate_problems(ours, events):
    samples = events["OldObjectSample"]
    last = samples[-1]["at"] if samples else 0
    by_address = {s["object"]["address"]: s for s in samples
                  if s["at"] >= last - 10**9 and s["object"]}
    theirs, chains = collections.Counter(), collections.defaultdict(collections.Counter)
    sizes = collections.Counter()
    for s in by_address.values():
        name = class_of(s["object"]["type"])
        theirs[name] += 1
        sizes[name] += s.get("objectSize") or 0
        chains[name]["\n".join(chain_of(s["object"]))] += 1
    mine = {c["class"]: c for c in ours["candidates"]}
    problems = [f"{name}: ours {mine.get(name, {}).get('samples')}, jfr {count}"
                for name, count in theirs.items()
                if is_usual(name) and mine.get(name, {}).get("samples") != count]
    for name, c in mine.items():
        if name not in theirs:
            problems.append(f"only we have {name}")
        elif c["bytes"] is not None and c["bytes"] != sizes[name]:
            problems.append(f"{name}: ours {c['bytes']} bytes, jfr {sizes[name]}")
        for chain in c["chains"]:
            text = "\n".join(chain["path"])
            if is_usual(text) and not any("..." == line for line in chain["path"]) and \
                    chains[name][text] < chain["samples"]:
                problems.append(f"{name}: {chain['samples']} samples of {text!r}, jfr "
                                f"{chains[name][text]}")
        if c["chains"] and c["chains"][0]["samples"] < max(chains[name].values(), default=0):
            problems.append(f"{name}: the first chain is not the most frequent one")
    if ours["samples"] != (len(by_address) or None):  # without one: perhaps not recorded
        problems.append(f"samples: ours {ours['samples']}, jfr {len(by_address)}")
    return problems


def trend_problems(ours, events):
    after = [(h["at"], h["heapUsed"]) for h in events["GCHeapSummary"] if h["when"] == "After GC"]
    trend = ours["heap_after_gc"]
    if trend["collections"] != len(after):
        return [f"collections: ours {trend['collections']}, jfr {len(after)}"]
    if len(after) < 2 or len({j["pid"] for j in events["JVMInformation"]}) > 1:
        return []
    loaded = [(c["at"], c["loadedClassCount"]) for c in events["ClassLoadingStatistics"]]
    most = max((count for _, count in loaded), default=0)
    warm = next((at for at, count in loaded if count > 0.9 * most), 0)  # before that is start-up
    after = [(at, used) for at, used in after if at >= warm]
    if len(after) < 2:
        return [] if trend["verdict"] == "unknown" else ["a verdict on what was start-up"]
    first, span = after[0][0], after[-1][0] - after[0][0]
    least = {}
    for at, used in after:
        part = min(9, int((at - first) / span * 10))
        if part not in least or used < least[part][1]:
            least[part] = (at, used)
    parts = [least[i] for i in sorted(least)]
    problems = []
    if [p["bytes"] for p in ours["parts"]] != [used for _, used in parts]:
        problems.append(f"parts: ours {[p['bytes'] for p in ours['parts']]}, from jfr {parts}")
    if len(parts) < 5 or parts[-1][0] - parts[0][0] < 1e9:
        return problems + ([] if trend["verdict"] == "unknown" else ["a verdict on few parts"])
    slope = statistics.median((b[1] - a[1]) / ((b[0] - a[0]) / 1e9)
                              for a, b in itertools.combinations(parts, 2))
    if abs(slope - trend["bytes_per_second"]) > 1 + 1e-6 * abs(slope):
        problems.append(f"slope: ours {trend['bytes_per_second']}, from jfr {slope}")
    return problems


def memory_problems(ours, events):
    theirs = {}
    for row in events["NativeMemoryUsage"]:
        first = theirs.get(row["type"], (row["committed"],))[0]
        theirs[row["type"]] = (first, row["committed"])
    mine = {row["type"]: (row["first"], row["last"]) for row in ours["native_memory"]}
    problems = [f"{name}: ours {mine.get(name)}, jfr {theirs.get(name)}"
                for name in set(mine) | set(theirs) if mine.get(name) != theirs.get(name)]
    resident = [r["size"] for r in events["ResidentSetSize"]]
    if resident and (ours["resident"]["first"], ours["resident"]["last"]) != \
            (resident[0], resident[-1]):
        problems.append(f"resident: ours {ours['resident']}, jfr {resident}")
    rows = events["ClassLoaderStatistics"]
    last = collections.Counter()
    for s in {s["classLoaderData"]: s for s in rows
              if rows[-1]["at"] - s["at"] <= 10**9}.values():
        if s["classLoader"]:
            last[(class_of(s["classLoader"]["type"]), s["classLoader"]["name"])] += 1
    mine = {(row["type"], row["name"]): row["last"] for row in ours["loaders"]}
    theirs = {key: count for key, count in last.items() if count > 1}
    if mine != theirs:
        problems.append(f"loaders: ours {mine}, jfr {theirs}")
    return problems


def recording_problems(label, jfr, path):
    done = run(JFRTOOL, "leaks", "--json", "--quiet", path)
    if done.returncode:
        check(f"{label}: leaks", [f"exit {done.returncode}: {done.stderr.strip()}"])
        return None
    ours, events = json.loads(done.stdout), printed(jfr, path)
    check(f"{label}: objects and chains as jfr print has them", candidate_problems(ours, events))
    check(f"{label}: the heap after collections as jfr print has it", trend_problems(ours, events))
    check(f"{label}: native memory and loaders as jfr print has them",
          memory_problems(ours, events))
    return ours


def known_leak(ours):
    """leak-25: sessions in an array list, 15 class loaders; the heap grows."""
    problems = [] if ours["heap_after_gc"]["verdict"] == "grows" else [str(ours["heap_after_gc"])]
    most = ours["candidates"][0]
    if most["class"] != "byte[]" or most["samples"] < 0.9 * ours["samples"]:
        problems.append(f"{most['class']} {most['samples']} of {ours['samples']}")
    path = ["byte[]", "buffer : workload.Leak$Session", "[] : java.lang.Object[]",
            "elementData : java.util.ArrayList", "sessions : workload.Leak$Registry",
            "REGISTRY : java.lang.Class workload.Leak"]
    if most["chains"][0]["path"][:len(path)] != path:
        problems.append(f"{most['chains'][0]['path']}")
    if most["site"] != "workload.Leak$Session.<init>":
        problems.append(f"site {most['site']}")
    loaders = {row["type"]: row["last"] for row in ours["loaders"]}
    if loaders.get("workload.Leak$PluginLoader") != 15:
        problems.append(f"loaders {loaders}")
    return problems


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    jfr = os.path.join(homes[-1], "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        path = jdk.decompressed(find_recording("leak-25"), scratch)
        ours = recording_problems("leak-25", jfr, path)
        if ours:
            check("leak-25: the leak that the program has, and its chain", known_leak(ours))
        if not os.path.isdir(CORPUS):
            skip("no corpus of recordings (CORPUS=folder)")
            return finish()
        for name in OF_CORPUS:
            path = jdk.decompressed(os.path.join(CORPUS, "recordings", name), scratch)
            ours = recording_problems(name, jfr, path)
            if ours and name == "tck-test.jfr":
                check("tck-test.jfr: its heap does not grow",
                      [] if ours["heap_after_gc"]["verdict"] == "steady"
                      else [str(ours["heap_after_gc"])])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
