#!/usr/bin/env python3
"""The samplers on real programs, with the CPU time that the kernel counted as the truth.

Usage: bench/apps/run.py [--seconds N] [PROGRAM...]     sql json index compiler script web; all unless named

A JVM for each sampler, one after the other, so that none disturbs another: async-profiler first and last,
whose distance from itself is the noise; the agent with its default engine and with engine=suspend; the JVM's
own recorder. Columns: CPU seconds of the program's threads; samples a CPU second, all and in Java code; those
in Java code in percent of async-profiler's; pseudo frames; and how far the self shares of Java methods are
from async-profiler's (half the sum of the differences, in points), which is to be compared with the noise
and with what chance alone makes of so many samples (the floor).

The agent and JFR charge what the JVM and C do for a Java method to that method; async-profiler shows it as
what it is. So of those due there may be more than 100 %.

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
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CACHE = os.path.join(ROOT, "build", "apps")
JFRTOOL = os.path.join(ROOT, "build", "jfrtool")
AGENT = os.path.join(ROOT, "build", "libjfragent.so")
PROGRAMS = ("sql", "json", "index", "compiler", "script", "web")
THREADS = {"web": "^(client-|qtp)"}
PERIOD = "10ms"


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


def samplers(profiler, file):
    """Name -> the JVM's arguments; pairs of the same sampler at both ends."""
    async_profiler = [f"-agentpath:{profiler}=start,event=ctimer,interval={PERIOD},file={file}"]
    agent = f"-agentpath:{AGENT}=file={file},interval={PERIOD}"
    return [("async-profiler", async_profiler), ("agent", [agent]),
            ("agent, suspend", [f"{agent},native-interval={PERIOD},engine=suspend"]),
            ("JFR", [f"-XX:StartFlightRecording=settings={HERE}/samples.jfc,filename={file}",
                     "-Xlog:jfr*=off"]),
            ("async-profiler again", async_profiler)]


def read(file, threads):
    """Self samples of methods, of these threads."""
    run = subprocess.run([JFRTOOL, "hot-methods", "--json", "--top", "0", "--measure", "samples",
                          "--thread", threads, file], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return collections.Counter()
    return collections.Counter({(m["class"], m["method"], m["descriptor"]): m["self"]
                                for m in json.loads(run.stdout)["methods"] if m["self"]})


def is_java(method):
    name, _, descriptor = method
    return name and descriptor.startswith("(") and not descriptor.endswith("L;)") and \
        not name.startswith("jfragent") and descriptor != "()L;"


def distance(some, others):
    """Half the sum of the differences of shares, in points."""
    n, m = sum(some.values()), sum(others.values())
    if not n or not m:
        return float("nan")
    return 50 * sum(abs(some[k] / n - others[k] / m) for k in set(some) | set(others))


def floor(n, m, both):
    """What chance makes of two lots of so many samples of the same thing: the median of 20 tries."""
    keys, weights = list(both), list(both.values())
    if not n or not m:
        return float("nan")
    tries = sorted(distance(collections.Counter(random.choices(keys, weights, k=n)),
                            collections.Counter(random.choices(keys, weights, k=m))) for _ in range(20))
    return tries[10]


def run_one(jdk, classes, jars, program, seconds, arguments):
    """CPU seconds of the program's threads, or None if it failed."""
    run = subprocess.run([f"{jdk}/bin/java", "-Xmx1g", *arguments, "-cp", ":".join([classes, *jars]), "App",
                          program, str(seconds)], capture_output=True, text=True, check=False,
                         timeout=seconds * 20 + 300)
    if run.returncode != 0:
        print(f"  ended with {run.returncode}: {(run.stderr or run.stdout)[-300:]}")
        return None
    pattern = re.compile(THREADS.get(program, f"^{program}-"))
    lines = (line.split(" ", 2) for line in run.stdout.splitlines() if line.startswith("cpu "))
    return sum(int(ns) for _, ns, name in lines if pattern.search(name)) / 1e9


def measure(jdk, classes, jars, profiler, program, seconds):
    threads = THREADS.get(program, f"^{program}-")
    rows = []
    with tempfile.TemporaryDirectory(prefix="bench-apps-") as folder:
        for number, (name, _) in enumerate(samplers(profiler, "")):
            file = f"{folder}/{number}.jfr"
            cpu = run_one(jdk, classes, jars, program, seconds, samplers(profiler, file)[number][1])
            if not cpu:
                print(f"{program:8}  {name}: no figures")
                return
            rows.append((name, cpu, read(file, threads)))
    truth = [collections.Counter({m: n for m, n in samples.items() if is_java(m)})
             for _, _, samples in (rows[0], rows[-1])]
    due = sum(sum(t.values()) for t in truth) / (rows[0][1] + rows[-1][1])
    print(f"{program:8}  {'sampler':22} {'CPU s':>6} {'samples/s':>9} {'in Java/s':>9} {'of those due':>12} "
          f"{'pseudo':>7} {'distance':>8} {'floor':>6}")
    for i, (name, cpu, samples) in enumerate(rows):
        java = collections.Counter({m: n for m, n in samples.items() if is_java(m)})
        pseudo = sum(n for (owner, _, _), n in samples.items() if owner.startswith("jfragent"))
        other = truth[1] if i == 0 else truth[0]
        n, m, everything = sum(java.values()), sum(other.values()), sum(samples.values())
        print(f"{'':8}  {name:22} {cpu:6.1f} {everything / cpu:9.1f} {n / cpu:9.1f} "
              f"{100 * n / cpu / due if due else 0:10.0f} % {100 * pseudo / max(everything, 1):5.1f} % "
              f"{distance(java, other):8.1f} {floor(n, m, java + other):6.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("programs", nargs="*", default=[])
    wanted = parser.parse_args()
    for program in wanted.programs:
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
            print(f"{os.path.basename(jdk)}, {PERIOD}, {wanted.seconds:g} s each; due is what async-profiler "
                  "has in Java code", flush=True)
            for program in wanted.programs or PROGRAMS:
                measure(jdk, classes, jars, profiler, program, wanted.seconds)


if __name__ == "__main__":
    main()
