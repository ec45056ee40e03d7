"""What repair, scrub, cut and assemble write is read by JDK Mission Control and by async-profiler's converter,
both from Maven Central, and they find in it what they find in the original.

  * of each file: events by type, samples of every method and the page Method Profiling as in JMC; stacks of
    samples, waits and allocations as in jfrconv
  * by the peers' own figures: a scrubbed recording has all events of the types that were kept and none of the
    others, two parts together have the events and stacks of the whole, assembled parts those of the whole, a
    repaired recording what can be read of the damaged one; what is made of a recording of format 0.9 has the
    events and samples of the original
"""
import collections
import os
import random
import sys
import tempfile

import async_profiler
import jmc
import peers
from peers import check, run

# jfrconv takes a second for each; what is written has one writer.
KINDS = ("samples", "waits", "allocations")
SCRUBBED = ("jdk.ExecutionSample", "jdk.ActiveSetting")
PARTS = ("events scrubbed", "secrets scrubbed", "first part", "second part", "assembled")
# Of format 0.9: what is written of it is 2.1.
ASYNC_PROFILER_1 = os.path.join(peers.ROOT, "tests", "cases", "async-profiler-1.jfr")
CUT = {"chunks-17.jfr": "1500ms", "shares-25.jfr": "3s"} # the first across a boundary of chunks


class Written:
    """Files that were written: {label: path}."""

    def __init__(self, scratch):
        self.scratch, self.files = scratch, {}

    def add(self, label, command, *args):
        path = os.path.join(self.scratch, f"{len(self.files)}.jfr")
        done = run(peers.JFRTOOL, command, *args, "-o", path)
        check(f"{label}: is written", [] if done.returncode == 0 else [f"exit {done.returncode}: {done.stderr}"])
        if done.returncode == 0:
            self.files[label] = path
        return path


def damaged(name, scratch):
    """Copies of a recording: one cut in the middle of a chunk, one with bytes of its events changed."""
    with open(os.path.join(peers.TESTDATA, name), "rb") as f:
        data = f.read()
    draw = random.Random(3)
    changed = bytearray(data)
    for _ in range(20):
        changed[draw.randrange(68, 8000)] ^= 1 << draw.randrange(8)
    for what, content in (("cut off", data[:len(data) * 3 // 4]), ("with changed bytes", changed)):
        path = os.path.join(scratch, f"{what} {name}")
        with open(path, "wb") as f:
            f.write(content)
        yield f"{name} {what}", path


def write(scratch):
    written = Written(scratch)
    for label, path in damaged("chunks-17.jfr", scratch):
        written.add(f"{label}, repaired", "repair", path)
    for name in ("killed-17", "killed-25"):
        written.add(f"{name}, repaired", "repair", os.path.join(peers.TESTDATA, name))
    written.files["old"] = ASYNC_PROFILER_1
    for command, label in (("repair", "repaired"), ("scrub", "scrubbed"), ("assemble", "assembled")):
        written.add(f"old, {label}", command, *(["--secrets"] if command == "scrub" else []), ASYNC_PROFILER_1)
    for name in ("events-8.jfr", "odd-8.jfr"):
        written.add(f"{name}, repaired", "repair", os.path.join(peers.TESTDATA, "old", name))
    for name, at in CUT.items():
        path = os.path.join(peers.TESTDATA, name)
        written.files[name] = path # to compare with
        excluded = [arg for kind in SCRUBBED for arg in ("--exclude-events", kind)]
        events, secrets, first, second, assembled = (f"{name}, {part}" for part in PARTS)
        written.add(events, "scrub", *excluded, path)
        written.add(secrets, "scrub", "--secrets", path)
        parts = written.add(first, "cut", "--to", at, path), written.add(second, "cut", "--from", at, path)
        written.add(assembled, "assemble", *parts)
    return written.files


def events(report):
    """{type: count} in JMC. A type whose fields differ between chunks has a random end."""
    found = collections.Counter()
    for name, count in report.events:
        found[jmc.corpus.java_name(jmc.corpus.RANDOM_SUFFIX.sub("", name))] += int(count)
    return found


def differ(expected, found):
    return [f"{key}: {found[key]}, not {expected[key]}" for key in sorted(set(expected) | set(found))
            if expected[key] != found[key]]


def hot(report):
    """Samples on top of methods, and those without a stack."""
    found = collections.Counter({method: own for method, (own, _) in report.methods.items() if own})
    found[""] += report.without
    return +found


def check_peers_own(name, reports, stacks):
    """By JMC and jfrconv alone: reports and stacks by label."""
    whole = events(reports[name])
    scrubbed = events(reports[f"{name}, events scrubbed"])
    kept = collections.Counter({kind: count for kind, count in whole.items() if kind not in SCRUBBED})
    check(f"{name}: JMC has what scrub kept, and no more", differ(kept, scrubbed) + (
        [] if all(whole[kind] for kind in SCRUBBED) else ["nothing was scrubbed"]))
    for label in (f"{name}, secrets scrubbed", f"{name}, assembled"):
        check(f"{label}: JMC has all events of the original", differ(whole, events(reports[label])))
        check(f"{label}: JMC has all samples of the original", differ(hot(reports[name]), hot(reports[label])))
        for kind in KINDS:
            check(f"{label}: jfrconv has all {kind} of the original", differ(stacks[name, kind], stacks[label, kind]))
    parts = [f"{name}, first part", f"{name}, second part"]
    check(f"{name}: both parts have events", [p for p in parts if not reports[p].events])
    check(f"{name}: parts together have all events in JMC",
          differ(whole, events(reports[parts[0]]) + events(reports[parts[1]])))
    check(f"{name}: parts together have all samples in JMC",
          differ(hot(reports[name]), hot(reports[parts[0]]) + hot(reports[parts[1]])))
    for kind in KINDS:
        check(f"{name}: parts together have all {kind} in jfrconv",
              differ(stacks[name, kind], stacks[parts[0], kind] + stacks[parts[1], kind]))


def main():
    jars = peers.fetch("jars")
    if not jars:
        return peers.finish()
    if not peers.jdks() or peers.version(peers.jdks()[-1]) < 17:
        peers.skip("JDK Mission Control needs JDK 17 or later in JAVA_HOME or /usr/lib/jvm")
        return peers.finish()
    converter = (f"{peers.jdks()[-1]}/bin/java", os.path.join(jars, "jfr-converter-4.5.jar"))
    with tempfile.TemporaryDirectory() as scratch:
        files = write(scratch)
        found, done = jmc.reports(files.values())
        if not found:
            check("JMC runs", [done.stderr[-2000:]])
            return peers.finish()
        reports = {label: found[path] for label, path in files.items()}
        stacks = {}
        for label in ("old, repaired", "old, scrubbed", "old, assembled"):
            check(f"{label}: JMC has all events of the original", differ(events(reports["old"]), events(reports[label])))
            check(f"{label}: JMC has all samples of the original", differ(hot(reports["old"]), hot(reports[label])))
        for label, path in files.items():
            if label == "old": # which jfrconv does not read
                continue
            jmc.check_counts(label, path, reports[label])
            for kind, theirs in async_profiler.compare(label, path, converter, scratch, KINDS).items():
                stacks[label, kind] = theirs
        for name in CUT:
            labels = [name] + [f"{name}, {part}" for part in PARTS]
            missing = [label for label in labels for kind in KINDS if (label, kind) not in stacks]
            check(f"{name}: all that was written is read by both", missing)
            if not missing:
                check_peers_own(name, reports, stacks)
    return peers.finish()


if __name__ == "__main__":
    sys.exit(main())
