"""async-profiler, from Maven Central: its converter reads what jfrtool reads, jfrtool reads what its
agent records.

Each stack of `jfrconv -o collapsed` with its number of samples must be that of `jfrtool collapsed`, for
the events that both define alike. What differs by design is taken out of both:
jfrconv marks types of frames in their names, but merges frames that differ in nothing else; it leaves
out the library of a native frame; it appends the class that was allocated or waited for as a frame; it
takes execution, native and CPU-time samples together, and with --cpu only those in a state that
async-profiler writes, and the agent if it is told to.
"""
import collections
import json
import math
import os
import re
import sys
import tempfile
import zipfile

import jmc
import peers
from peers import check, run

# Name: options of jfrconv, of jfrtool, and whether jfrconv appends a frame.
KINDS = {
    "samples": ([], ["--event", "jdk.ExecutionSample,jdk.NativeMethodSample,jdk.CPUTimeSample,"
                                "profiler.WallClockSample"], False),
    "runnable": (["--state", "runnable"],
                 ["--event", "jdk.ExecutionSample,jdk.NativeMethodSample", "--state", "runnable"], False),
    "cpu": (["--cpu"], ["--event", "jdk.ExecutionSample", "--state", "default"], False),
    "CPU time": (["--cpu-time"], ["--event", "jdk.CPUTimeSample"], False),
    "allocations": (["--alloc"], ["--event", "jdk.ObjectAllocationSample,"
                                  "jdk.ObjectAllocationInNewTLAB,jdk.ObjectAllocationOutsideTLAB"], True),
    "waits": (["--lock"], ["--event", "jdk.JavaMonitorEnter,jdk.ThreadPark"], True),
}

# jfrconv writes line breaks in names as they are: its lines cannot be told apart. It takes the layout of
# types for that of the JVM and async-profiler, which recordings made for the rule's branches do not have.
NOT_COMPARED = ("hostile-17.jfr", "rule-", jmc.NOT_LOADED)

LIBRARY = re.compile(r"^(vdso|java(?=\.(_start|main)$)|(lib|ld-)[^;:.]*\.so[.0-9]*)\.")
FRAME_TYPE = re.compile(r"_\[[01ijk]\]$")


def stacks(text, appended):
    """{stack: samples} of collapsed stacks, without what jfrconv alone says."""
    found = collections.Counter()
    for line in text.splitlines():
        stack, count = line.rsplit(" ", 1)
        frames = [LIBRARY.sub("", FRAME_TYPE.sub("", frame)) for frame in stack.split(";")]
        if appended:
            frames.pop()
        # A slash before the number of a hidden class is a dot in jfrconv.
        found[";".join(frames).replace("/", ".")] += int(count)
    return found


def by_top(found):
    tops = collections.Counter()
    for stack, count in found.items():
        tops[stack.rsplit(";", 1)[-1]] += count
    return tops


def differences(what, ours, theirs):
    return [f"{what} {key[-150:]}: ours {ours[key]}, jfrconv {theirs[key]}"
            for key in sorted(set(ours) | set(theirs)) if ours[key] != theirs[key]]


def read_back(name, path, converter, scratch, kind, theirs):
    """What jfrconv writes, read as a profile: the stacks of its own collapsed ones."""
    their_options, _, appended = KINDS[kind]
    for output in ("html", "collapsed", "otlp"):
        out = os.path.join(scratch, f"{len(os.listdir(scratch))}.{output}")
        jfrconv = run(converter[0], "-jar", converter[1], *their_options, "-o", output, path, out)
        if jfrconv.returncode and output == "otlp":
            continue  # it stumbles over samples without stack
        done = run(peers.JFRTOOL, "collapsed", "--quiet", "--measure", "samples", "--raw-names", "--allow-empty", out)
        ours = stacks(done.stdout, appended and output != "otlp")
        problems = [] if done.returncode == 0 else [done.stderr]
        problems += differences("stack", ours, theirs)
        check(f"{name}: {output} of jfrconv read back, {kind}", problems)


def compare(name, path, converter, scratch, kinds):
    """Checks each kind; returns the stacks of jfrconv, by kind."""
    found = {}
    out = os.path.join(scratch, "stacks.collapsed")
    for kind in kinds:
        their_options, our_options, appended = KINDS[kind]
        jfrconv = run(converter[0], "-jar", converter[1], "--dot", *their_options, "-o", "collapsed",
                      path, out)
        # It refuses a state that no constant of the recording has: then no sample is in that state.
        none = "Unknown thread state" in jfrconv.stderr
        if jfrconv.returncode and not none:
            check(f"{name}: jfrconv, {kind}", [jfrconv.stderr[-500:]])
            continue
        if none:
            open(out, "w").close()
        with open(out, encoding="utf-8") as f:
            theirs = found[kind] = stacks(f.read(), appended)
        done = run(peers.JFRTOOL, "collapsed", "--quiet", "--measure", "samples", "--hidden", "--raw-names", "--allow-empty",
                   *our_options, path)
        ours = stacks(done.stdout, False)
        problems = [] if done.returncode == 0 else [done.stderr]
        if sum(ours.values()) != sum(theirs.values()):
            problems.append(f"ours {sum(ours.values())} samples, jfrconv {sum(theirs.values())}")
        problems += differences("on top", by_top(ours), by_top(theirs))
        problems += differences("stack", ours, theirs)
        if theirs or problems:
            check(f"{name}: stacks of jfrconv, {kind}", problems)
        if theirs:
            read_back(name, path, converter, scratch, kind, theirs)
    return found


def record(jdk, flag, command, scratch, label):
    """A recording made now by what the flag names; its path and what the workload said, or None."""
    out = os.path.join(scratch, f"{len(os.listdir(scratch))}.jfr")
    done = run(f"{jdk}/bin/java", flag.replace("FILE", out), "-cp", peers.workloads(scratch), *command)
    check(f"{label}: is recorded",
          [] if os.path.exists(out) and not done.returncode else [done.stdout + done.stderr])
    return (out, done.stdout) if os.path.exists(out) else (None, "")


def known_shares(path, said):
    """The workload Shares prints what it measured itself."""
    truth = dict(zip(("fifty", "thirty", "twenty"), map(float, said.split("done ")[1].split())))
    done = run(peers.JFRTOOL, "hot-methods", "--quiet", "--json", "--top", "0", path)
    if done.returncode:
        return [done.stderr]
    counts = {row["method"]: row["self"] for row in json.loads(done.stdout)["methods"]
              if row["class"] == "Shares"}
    samples = sum(counts.get(method, 0) for method in truth)
    if samples < 100:
        return [f"only {samples} samples: {counts}"]
    problems = []
    for method, share in truth.items():
        seen = counts.get(method, 0) / samples
        bound = 0.03 + 2.5 * math.sqrt(share * (1 - share) / samples)
        if abs(seen - share) > bound:
            problems.append(f"{method}: {seen:.3f} of {samples} samples, {share:.3f} +- {bound:.3f}")
    return problems


# What async-profiler records: its options, the workload, and what is compared.
RECORDINGS = {
    "timers": ("event=itimer,interval=1ms", ("Shares", "5", "2"), ("samples", "cpu")),
    "wall clock": ("event=wall,interval=20ms", ("Modes", "3"), ("samples",)),
    "all at once": ("event=itimer,interval=5ms,wall=20ms,alloc=64k,lock=1ms", ("Modes", "3"),
                    ("samples", "cpu", "allocations", "waits")),
}


def recordings_of_async_profiler(jdk, jars, scratch, converter):
    folder = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}.get(os.uname().machine)
    if not folder:
        peers.skip(f"async-profiler is not made for {os.uname().machine}")
        return
    library = os.path.join(scratch, "libasyncProfiler.so")
    if not os.path.exists(library):
        with zipfile.ZipFile(os.path.join(jars, "async-profiler-4.6.jar")) as jar, \
                open(library, "wb") as out:
            out.write(jar.read(f"{folder}/libasyncProfiler.so"))
    made = {}
    for what, (options, command, kinds) in RECORDINGS.items():
        label = f"async-profiler in JDK {peers.version(jdk)}, {what}"
        path, said = record(jdk, f"-agentpath:{library}=start,{options},jfr,file=FILE", command,
                            scratch, label)
        if not path:
            continue
        made[label] = path
        if command[0] == "Shares":
            check(f"{label}: known shares", known_shares(path, said))
        compare(label, path, converter, scratch, kinds)
    reports, done = jmc.reports(made.values())
    for label, path in made.items():
        if path in reports:
            jmc.check_counts(label, path, reports[path])
        else:
            check(f"{label}: JMC loads it", [done.stderr[-500:]])


def recordings_of_the_agent(jdk, scratch, converter):
    for options, command, kinds in (
            ("interval=5ms,native-interval=5ms,chunk-time=1s", ("Shares", "3", "2"), KINDS),
            # With a state jfrconv takes samples of wall= as well, which the kind runnable leaves out.
            ("interval=5ms,wall=20ms", ("Modes", "3"), ("samples", "cpu")),
            ("state=runnable,interval=5ms", ("Shares", "3"), ("samples", "runnable")),
            ("lock=20ms,alloc=64KB", ("Modes", "3"), KINDS)):
        label = f"agent in JDK {peers.version(jdk)}, {options}"
        path, _ = record(jdk, f"-agentpath:{peers.AGENT}=file=FILE,{options}", command, scratch, label)
        if path:
            compare(label, path, converter, scratch, kinds)


def main():
    jars = peers.fetch("jars")
    if not jars:
        return peers.finish()
    if not peers.jdks():
        peers.skip("no JDK in JAVA_HOME or /usr/lib/jvm")
        return peers.finish()
    converter = (f"{peers.jdks()[-1]}/bin/java", os.path.join(jars, "jfr-converter-4.5.jar"))
    with tempfile.TemporaryDirectory() as scratch:
        for name, path in peers.testdata(scratch).items():
            if not name.startswith(NOT_COMPARED):
                compare(name, path, converter, scratch, KINDS)
        for jdk in peers.jdks():
            recordings_of_async_profiler(jdk, jars, scratch, converter)
            if os.path.exists(peers.AGENT):
                recordings_of_the_agent(jdk, scratch, converter)
    return peers.finish()


if __name__ == "__main__":
    sys.exit(main())
