"""`overview` on programs whose troubles are known: what it says first, of the time of each, is the
trouble: whose lock it was and who had it, which server was slow, what is kept and by what. Of a
recording from a container that was throttled, where the corpus is at hand, that is among the first.

usage: causes.py
"""
import datetime
import json
import os
import sys
import tempfile

import jdk
from jdk import JFRTOOL, check, finish, run, skip

# What else the machine does may be worse.
OF_THE_MACHINE = {"CompareCpu", "HighJvmCpu", "ContextSwitch", "LowOnPhysicalMemory", "TimeToSafepoint",
                  "ContainerThrottling", "ContainerMemory", "BufferLost", "RecordingCost"}


def iso(ms):
    return datetime.datetime.fromtimestamp(ms / 1000, datetime.timezone.utc).isoformat(
        timespec="milliseconds").replace("+00:00", "Z")


def first_of(path, begin, end):
    """The first finding of that time, and its sentence."""
    done = run(JFRTOOL, "overview", "--json", "--quiet", "--from", iso(begin), "--to", iso(end), path)
    if done.returncode:
        return None, done.stderr
    ids = [f["id"] for f in json.loads(done.stdout)["findings"] if f["id"] not in OF_THE_MACHINE]
    done = run(JFRTOOL, "rules", "--json", "--quiet", "--from", iso(begin), "--to", iso(end), path)
    texts = {rule["id"]: rule["summary"] for rule in json.loads(done.stdout)["rules"]}
    return (ids[0], texts[ids[0]]) if ids else (None, "nothing stands out")


def problems_of(path, said, phase, ids, words):
    found, text = first_of(path, *(int(ms) for ms in said[phase]))
    if found not in ids:
        return [f"first is {found}, expected {' or '.join(ids)}: {text}"]
    return [f"\"{text}\" does not say {word}" for word in words if word not in text]


def leak_problems(path):
    """Sessions that a map keeps: the first finding, and the class and chain that leaks names."""
    done = run(JFRTOOL, "overview", "--json", "--quiet", path)
    findings = [f for f in json.loads(done.stdout or '{"findings":[]}')["findings"]
                if f["id"] not in OF_THE_MACHINE]
    first = (findings[0]["id"], *findings[0]["see"].split()[1:3]) if findings else None
    if first != ("IncreasingLiveSet", "memory", "--leaks"):
        return [f"first is {findings[:1]} {done.stderr}"]
    found = json.loads(run(JFRTOOL, "leaks", "--json", "--quiet", path).stdout)
    most, problems = found["candidates"][0], []
    if found["heap_after_gc"]["verdict"] != "grows":
        problems.append(f"heap {found['heap_after_gc']}")
    if (most["class"], most["site"]) != ("byte[]", "Hoard$Session.<init>") or \
            most["samples"] < 0.9 * found["samples"]:
        problems.append(f"{most['class']} of {most['site']}: {most['samples']} of {found['samples']}")
    chain = ["byte[]", "buffer : Hoard$Session", "value : java.util.HashMap$Node", "[] : java.util.HashMap$Node[]",
             "table : java.util.HashMap", "sessions : Hoard$Registry", "REGISTRY : java.lang.Class Hoard"]
    if most["chains"][0]["path"][:len(chain)] != chain:
        problems.append(f"chain {most['chains'][0]['path']}")
    return problems


def check_leak(home, scratch):
    path = os.path.join(scratch, "leak.jfr")
    run(os.path.join(home, "bin/javac"), "-d", scratch, os.path.join(jdk.HERE, "Hoard.java"))
    done = run(os.path.join(home, "bin/java"), "-cp", scratch, "-XX:+UseSerialGC", "-Xms24m", "-Xmx64m", "-Xmn8m",
               f"-XX:StartFlightRecording:filename={path},settings=profile,path-to-gc-roots=true", "Hoard")
    check("a leak is named first, and leaks has its class and chain",
          leak_problems(path) if os.path.exists(path) else [done.stderr])


def throttling_problems(path):
    """Of 600 CPU periods 506 were cut short, and half of the time were GC pauses."""
    done = run(JFRTOOL, "overview", "--json", "--quiet", path)
    first = json.loads(done.stdout)["findings"][:1]
    comes = {c["id"] for f in first for c in f["consequences"]}
    problems = [] if [f["id"] for f in first] == ["ContainerThrottling"] and "GcPauseRatio" in comes else [
        f"first is {first}"]
    counters = [e["values"] for e in json.loads(
        run(os.path.join(jdk.jdks()[-1], "bin/jfr"), "print", "--json", "--events", "ContainerCPUThrottling",
            path).stdout)["recording"]["events"]]
    share = 100 * (counters[-1]["cpuThrottledSlices"] - counters[0]["cpuThrottledSlices"]) / (
        counters[-1]["cpuElapsedSlices"] - counters[0]["cpuElapsedSlices"])
    figures = [f["figure"] for f in first if f["id"] == "ContainerThrottling"]
    return problems or ([] if abs(figures[0] - share) < 0.001 else [f"ours {figures}, jfr {share}"])


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    with tempfile.TemporaryDirectory() as scratch:
        home, path = homes[0], os.path.join(scratch, "causes.jfr")
        run(os.path.join(home, "bin/javac"), "-d", scratch, os.path.join(jdk.HERE, "Causes.java"))
        done = run(os.path.join(home, "bin/java"), "-cp", scratch,
                   f"-XX:StartFlightRecording:filename={path},settings=profile", "Causes")
        said = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line[:1].islower()}
        if not os.path.exists(path) or "server" not in said:
            check("makes a recording", [done.stderr])
            return finish()
        check("a lock convoy is named first, with the lock and who had it",
              problems_of(path, said, "convoy", ("JavaBlocking", "LockConvoy"), ("Causes$Ledger", "owner")))
        check("a slow server is named first, with its port",
              problems_of(path, said, "server", ("SocketRead",), (said["port"][0],)))
        check_leak(home, scratch)
    recorded = os.path.join(os.environ.get("CORPUS", ""), "recordings/tck-test.jfr")
    if os.path.exists(recorded):
        check("throttling is named first, with the GC pauses that come of it", throttling_problems(recorded))
    else:
        skip("throttling: no corpus of recordings (CORPUS=folder)")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
