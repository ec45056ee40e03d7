#!/usr/bin/env python3
"""The samplers on real programs, with the CPU time that the kernel counted as the truth.

Usage: bench/apps/run.py [--cpu SECONDS] [--cstack MODE] [--apart] [--methods] [PROGRAM...]     sql json index compiler script web ...

Each program runs until its threads have used so many CPU seconds. All samplers are in the same JVM and sample
at the same time, so that they see the same compiled code: what the JIT compiler makes of a program differs
from run to run by more than samplers do. async-profiler has event=cpu, which is the kernel's clock of high
resolution where perf is allowed: timers of CPU time all expire at the same ticks, and whose signal then comes
second finds the other's handler. With --apart each sampler has a JVM, one after the other, and async-profiler
two.

What is compared is the first Java method of each sample of the program's threads that has one: async-profiler
shows what C, the kernel and stubs do for it above that, the agent charges it to the method, and the JVM's
recorder leaves it out. "in Java" are those samples of async-profiler alone that have the Java method on top.
The distance is half the sum of the differences of shares, in points. Chance makes some of so many samples, so
the column behind it is what counts: the distance to a half of async-profiler's samples, less that of
its two halves from each other (--apart: of its two runs), as many samples of each, the mean of many ways to
halve; in brackets where 95 % of the same lie for samples drawn anew.
--cstack is async-profiler's way to walk: vm, its own, takes an instruction that is the first of an inlined method
for the last one of the code before it; fp is the JVM's AsyncGetCallTrace, and loses what stands in a stub.
threads by their clocks: the shares of samples of the program's threads, against those of the CPU time that the
kernel counted. --methods: which methods differ by more than chance. held: for how long suspended threads were held, the
medians of each second's median and 99th percentile, all time and the CPU time of it.

Programs come from Maven Central (pom.xml, sha256sums) into build/apps. Without mvn or network all is skipped.
JDK 17 and each other one found; AGENT_JVMS=HOME:HOME are others.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.join(ROOT, "build", "apps")
JFRTOOL = os.path.join(ROOT, "build", "jfrtool")
AGENT = os.environ.get("JFRAGENT", os.path.join(ROOT, "build", "libjfragent.so"))
PROGRAMS = ("sql", "json", "index", "compiler", "script", "web", "groovy", "netty", "handover")
THREADS = {"web": "^(client-|qtp)", "netty": "^(client-|netty)"}
PERIOD = "10ms"
REFERENCE = "async-profiler"


def skip(why):
    print(f"bench-apps: skipped: {why}")
    sys.exit(0)


def fetch():
    """The jars, as sha256sums says they are."""
    def there():
        return subprocess.run(["sha256sum", "--check", "--strict", "--status",
                               os.path.join(HERE, "sha256sums")], cwd=CACHE, check=False,
                              stderr=subprocess.DEVNULL).returncode == 0
    os.makedirs(CACHE, exist_ok=True)
    if not there():
        try:
            got = subprocess.run(
                ["mvn", "--batch-mode", "--quiet", "--file", os.path.join(HERE, "pom.xml"),
                 f"-Dmaven.repo.local={CACHE}/m2",
                 "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies",
                 f"-DoutputDirectory={CACHE}/jars"], capture_output=True, timeout=600, check=False)
        except (FileNotFoundError, subprocess.TimeoutExpired):
            skip("Maven is missing (Debian's package maven), or does not answer")
        if got.returncode != 0:
            skip("Maven could not fetch the programs: is there a network?")
        if not there():
            sys.exit("bench-apps: what was fetched is not what bench/apps/sha256sums says")
    jars = sorted(glob.glob(f"{CACHE}/jars/*.jar"))
    profiler = f"{CACHE}/libasyncProfiler.so"
    if not os.path.exists(profiler):
        machine = {"x86_64": "x64", "aarch64": "arm64"}.get(os.uname().machine, "none")
        with zipfile.ZipFile(next(j for j in jars if "async-profiler" in j)) as jar:
            name = next((n for n in jar.namelist() if f"linux-{machine}/" in n and n.endswith(".so")), None)
            if not name:
                skip("async-profiler has no library for this machine")
            with open(profiler, "wb") as out:
                out.write(jar.read(name))
    return jars, profiler


def jdks():
    homes = [h for h in os.environ.get("AGENT_JVMS", "").split(":") if h]
    for home in homes or [os.environ.get("JAVA_HOME", "")] + sorted(glob.glob("/usr/lib/jvm/*")):
        if home and os.path.exists(f"{home}/bin/javac") and os.path.exists(f"{home}/bin/jfr"):
            yield os.path.realpath(home)


def samplers(profiler, folder, wanted):
    """Name -> the JVM's arguments; each writes NAME.jfr in the folder."""
    second = f"{folder}/libjfragent-suspend.so" # of its own, as a library is loaded once
    shutil.copy(AGENT, second)
    return {
        REFERENCE: [f"-agentpath:{profiler}=start,event={'ctimer' if wanted.apart else 'cpu'},"
                    f"cstack={wanted.cstack},interval={PERIOD},file={folder}/{REFERENCE}.jfr"],
        "agent": [f"-agentpath:{AGENT}=file={folder}/agent.jfr,interval={PERIOD},signal=VTALRM"],
        "suspend": [f"-agentpath:{second}=file={folder}/suspend.jfr,interval={PERIOD},"
                    f"native-interval={PERIOD},engine=suspend,signal=RTMIN+3"],
        "JFR": [f"-XX:StartFlightRecording=settings={HERE}/samples.jfc,filename={folder}/JFR.jfr",
                "-Xlog:jfr*=off"]}


def read(file, threads):
    """Samples of these threads: by their first Java method, by it where it is on top, and all."""
    run = subprocess.run([JFRTOOL, "collapsed", "--hidden", "--signatures", "--measure", "samples",
                          "--event", "jdk.ExecutionSample", "--thread", threads, file],
                         capture_output=True, text=True, check=False)
    java, on_top, every = collections.Counter(), collections.Counter(), collections.Counter()
    for line in run.stdout.splitlines():
        stack, _, count = line.rpartition(" ")
        frames = [f for f in reversed(stack.split(";"))]
        first = next((f for f in frames if is_java(f)), None)
        every["pseudo" if frames[0].startswith("[") else "other"] += int(count)
        if first:
            java[first] += int(count)
        if first == frames[0]:
            on_top[first] += int(count)
    return java, on_top, every


def is_java(frame):
    """What is no method, async-profiler gives a descriptor that none has: C, stubs ()L; and the kernel (Lk;)L;."""
    return "(" in frame and not frame.endswith(")L:") and not frame.startswith("[")


def distance(some, others):
    """Half the sum of the differences of shares, in points."""
    n, m = len(some), len(others)
    some, others = collections.Counter(some), collections.Counter(others)
    return 50 * sum(abs(some[k] / n - others[k] / m) for k in set(some) | set(others)) if n and m else float("nan")


def farther(samples, reference, again, tries):
    """How much farther samples are from the reference than it is from itself; again: another run of it."""
    differences = []
    for _ in range(tries):
        one, other = reference, again
        if not again:
            mixed = random.sample(reference, len(reference))
            one, other = mixed[::2], mixed[1::2]
        n = min(len(samples), len(one), len(other))
        if not n:
            return float("nan")
        some, one, other = (random.sample(x, n) for x in (samples, one, other))
        differences.append(distance(some, other) - distance(one, other))
    return statistics.mean(differences)


def with_interval(samples, reference, again):
    """farther, and 1.96 standard deviations of it for samples of what both have together."""
    both = samples + reference
    anew = [farther(random.choices(both, k=len(samples)), random.choices(both, k=len(reference)),
                    again and random.choices(both, k=len(again)), 4) for _ in range(24)]
    middle, spread = farther(samples, reference, again, 40), 1.96 * statistics.stdev(anew)
    return f"{middle:+.1f} [{middle - spread:+.1f}, {middle + spread:+.1f}]"


def methods(name, samples, reference):
    """Those that differ by half a point and by three standard deviations."""
    n, m = sum(samples.values()), sum(reference.values())
    for method in sorted(set(samples) | set(reference), key=lambda k: -abs(samples[k] / n - reference[k] / m)):
        difference = samples[method] / n - reference[method] / m
        both = (samples[method] + reference[method]) / (n + m)
        if abs(difference) > max(0.005, 3 * (both * (1 - both) * (1 / n + 1 / m)) ** 0.5):
            print(f"{'':10}{name:15} {100 * samples[method] / n:5.1f} % of {100 * reference[method] / m:5.1f} %  "
                  f"{method[:120]}")


def held(file):
    """Of the agent's statistics, in microseconds: median and p99, and of these the CPU time."""
    run = subprocess.run([JFRTOOL, "print", "--json", "--events", "jfragent.SamplingStatistics", file],
                         capture_output=True, text=True, check=False)
    seconds = [e["values"] for e in json.loads(run.stdout or '{"recording": {"events": []}}')["recording"]["events"]]
    def of(field):
        return statistics.median([1e6 * float(s[field][2:-1]) for s in seconds] or [0])
    return "".join(f" {of(f):.0f}" for f in ("holdMedian", "holdP99", "holdCPUMedian", "holdCPUP99"))


def beyond_clock(file):
    """Threads whose samples are worth more than their clocks say, in words."""
    run = subprocess.run([JFRTOOL, "check", "--json", file], capture_output=True, text=True, check=False)
    told = json.loads(run.stdout or '{"threads_compared": 0, "beyond_clock": []}')
    more = [f"{t['thread']} {t['claimed_ns'] / 1e9:.2f} s of {t['used_ns'] / 1e9:.2f} s" for t in told["beyond_clock"]]
    return f"{len(more)} of {told['threads_compared']}{': ' if more else ''}{', '.join(more)}"


def by_thread(file, clocks):
    """How far the samples of the program's threads are from their clocks, in words: of how many threads the share
    differs by more than chance (three standard deviations), the farthest one, and the sum as a distance in points."""
    run = subprocess.run([JFRTOOL, "threads", "--each", "--json", "--top", "0", "--event", "jdk.ExecutionSample", file],
                         capture_output=True, text=True, check=False)
    counts = collections.Counter()
    for row in json.loads(run.stdout or '{"threads": []}')["threads"]:
        if row["name"] in clocks:
            counts[row["name"]] += row["samples"]
    n, used, beyond = sum(counts.values()), sum(clocks.values()), []
    for thread, cpu in clocks.items():
        share, due = counts[thread] / max(n, 1), cpu / used
        if abs(share - due) > max(0.005, 3 * (due * (1 - due) / max(n, 1)) ** 0.5):
            beyond.append((abs(share - due), f"{thread} {100 * share:.1f} % of {100 * due:.1f} %"))
    points = 50 * sum(abs(counts[t] / max(n, 1) - cpu / used) for t, cpu in clocks.items())
    return f"{len(beyond)} of {len(clocks)} beyond chance, {points:.1f} points{': ' + max(beyond)[1] if beyond else ''}"


def run_one(jdk, classes, jars, program, seconds, arguments):
    """CPU seconds of each of the program's threads, as the kernel counted them, or None if it failed."""
    threads = THREADS.get(program, f"^{program}-")
    run = subprocess.run([f"{jdk}/bin/java", "-Xmx1g", *arguments, "-cp", ":".join([classes, *jars]), "App",
                          program, str(seconds), threads], capture_output=True, text=True, check=False,
                         timeout=seconds * 20 + 300)
    if run.returncode != 0:
        print(f"  ended with {run.returncode}: {(run.stderr or run.stdout)[-300:]}")
        return None
    lines = (line.split(" ", 2) for line in run.stdout.splitlines() if line.startswith("cpu "))
    clocks = collections.Counter()
    for _, ns, name in lines:
        if re.match(threads, name):
            clocks[name] += int(ns) / 1e9
    return clocks


def measure(jdk, classes, jars, profiler, program, wanted):
    threads = THREADS.get(program, f"^{program}-")
    rows, again, threaded = {}, [], {}
    with tempfile.TemporaryDirectory(prefix="bench-apps-") as folder:
        each = samplers(profiler, folder, wanted)
        runs = [[name] for name in [*each, REFERENCE]] if wanted.apart else [list(each)]
        for run in runs:
            clocks = run_one(jdk, classes, jars, program, wanted.cpu, [a for name in run for a in each[name]])
            if not clocks:
                print(f"{program:8}  {', '.join(run)}: no figures")
                return
            for name in run:
                if name in rows:
                    again = list(read(f"{folder}/{name}.jfr", threads)[0].elements())
                else:
                    rows[name] = (sum(clocks.values()), read(f"{folder}/{name}.jfr", threads))
                    threaded[name] = by_thread(f"{folder}/{name}.jfr", clocks)
        holds = held(f"{folder}/suspend.jfr")
        beyond = beyond_clock(f"{folder}/agent.jfr")
    due, on_top, _ = rows[REFERENCE][1]
    wanted_samples = list(due.elements())
    print(f"{program:8}  {'sampler':15} {'CPU s':>6} {'samples/s':>9} {'of Java':>7} {'of those due':>12} {'pseudo':>7} "
          f"{'distance':>8}  {'less its own':22} in Java alone")
    for name, (cpu, (java, _, every)) in rows.items():
        n, everything, samples = sum(java.values()), sum(every.values()), list(java.elements())
        line = (f"{'':8}  {name:15} {cpu:6.1f} {everything / cpu:9.1f} {n / cpu:7.1f} "
                f"{100 * n / cpu / (sum(due.values()) / rows[REFERENCE][0]):10.0f} % "
                f"{100 * every['pseudo'] / max(everything, 1):5.1f} % ")
        if name != REFERENCE:
            line += (f"{distance(samples, wanted_samples):8.1f}  {with_interval(samples, wanted_samples, again):22} "
                     f"{farther(samples, list(on_top.elements()), [], 40):+.1f}")
        print(line, flush=True)
    print(f"{'':8}  threads of the agent's beyond their clocks: {beyond}")
    for name, told in threaded.items():
        print(f"{'':8}  threads by their clocks, {name}: {told}")
    print(f"{'':8}  held, us:{holds}; {sum(on_top.values()) / sum(due.values()):.2f} of {REFERENCE}'s in Java alone")
    for name, (_, (java, _, _)) in rows.items():
        if wanted.methods and name != REFERENCE:
            methods(name, java, due)


def with_programs(programs, each, what):
    """Calls it for each JDK and program: (jdk, classes, jars, profiler, program)."""
    for program in programs:
        if program not in PROGRAMS:
            sys.exit(f"bench-apps: there is no program {program}; there are {', '.join(PROGRAMS)}")
    homes = list(dict.fromkeys(jdks()))
    if not homes or not os.path.exists(AGENT):
        skip("no JDK, or libjfragent.so is not built")
    jars, profiler = fetch()
    with tempfile.TemporaryDirectory(prefix="bench-apps-") as classes:
        subprocess.run([f"{homes[0]}/bin/javac", "--release", "17", "-Xlint:-options", "-nowarn", "-d", classes,
                        "-cp", ":".join(jars), os.path.join(HERE, "App.java")], check=True)
        for jdk in homes:
            print(f"{os.path.basename(jdk)}, {what}", flush=True)
            for program in programs:
                each(jdk, classes, jars, profiler, program)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--cpu", type=float, default=45)
    parser.add_argument("--cstack", default="vm")
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--methods", action="store_true")
    parser.add_argument("programs", nargs="*", default=[])
    wanted = parser.parse_args()
    with_programs(wanted.programs or PROGRAMS, lambda *jvm: measure(*jvm, wanted),
                  f"{PERIOD}, {wanted.cpu:g} CPU s each; due are async-profiler's samples with a Java method")


if __name__ == "__main__":
    main()
