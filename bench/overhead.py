#!/usr/bin/env python3
"""What the agent costs an application: the same workload without a profiler, with libjfragent.so, and
with the JVM's own JFR at the same period, on each JDK found.

usage: bench/overhead.py [--rounds N] [--cycles N] [--jdk HOME] [CASE...]

CASE: 20ms, 1ms, threads (2,000 of them, 20 ms); all unless given.

A round starts the JVMs, lets each warm up, and then they take turns: one runs for SLICE seconds while
the others are stopped (SIGSTOP), so that whatever else the machine does meanwhile hits all alike. The
JVM with the agent has a second turn, in which the agent's own threads are stopped (ptrace): the same
JVM with and without sampling, so without the differences in what the JIT compiler made of the workload,
which are larger than what is measured. (JFR's threads cannot be stopped: the others wait for them.)

Cycles in which the host of a virtual machine took more than STOLEN of its processors are left out; how many
is said.

A round's ratio is the median of those of neighbouring slices. The table has the median of the rounds'
ratios and in brackets where 95 % of the medians of resampled rounds lie (bootstrap): of operations for
each second of CPU time, and of elapsed time. Where both are of the same JVM, of all cycles instead. The last column is the CPU time of the profiler's own
threads in that of the whole process.
"""
import argparse
import contextlib
import ctypes
import glob
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "tests"))
import machine
AGENT = os.environ.get("JFRAGENT", os.path.join(os.path.dirname(HERE), "build", "libjfragent.so"))
WARM = 3
SLICE = 0.4
SETTLE = 0.02
STOLEN = 0.005
# name: period, busy threads, parked threads
CASES = {"20ms": ("20 ms", 16, 0), "1ms": ("1 ms", 16, 0), "threads": ("20 ms", 16, 1984)}
DEPTH = 60
ARMS = ["none", "agent", "jfr"]
# the slices of a cycle: of which JVM, and whether its profiler is stopped
SLICES = {"none": ("none", False), "agent": ("agent", False), "agent stopped": ("agent", True),
          "jfr": ("jfr", False)}
RATIOS = (("agent", "none"), ("jfr", "none"), ("agent", "jfr"), ("agent", "agent stopped"))


def jdks():
    found = {}
    for home in [os.environ.get("JAVA_HOME")] + sorted(glob.glob("/usr/lib/jvm/*")):
        if home and os.path.exists(f"{home}/bin/javac"):
            found.setdefault(os.path.realpath(home), home)
    return list(found)


def version(jdk):
    with open(f"{jdk}/release") as release:
        return re.search(r'JAVA_VERSION="(.*)"', release.read()).group(1)


def settings(path, period):
    events = "".join(f'<event name="{name}"><setting name="enabled">true</setting>'
                     f'<setting name="period">{period}</setting></event>'
                     for name in ("jdk.ExecutionSample", "jdk.NativeMethodSample"))
    with open(path, "w") as out:
        out.write(f'<?xml version="1.0" encoding="UTF-8"?><configuration version="2.0">{events}'
                  '</configuration>')


def start(jdk, temp, arm, case):
    period, busy, parked = CASES[case]
    file = os.path.join(temp, f"{arm}.jfr")
    flags = []
    if arm == "agent":
        short = period.replace(" ", "")
        flags = [f"-agentpath:{AGENT}=file={file},engine=suspend,interval={short},native-interval={short}"]
    elif arm == "jfr":
        settings(os.path.join(temp, "sampling.jfc"), period)
        flags = [f"-XX:StartFlightRecording=settings={temp}/sampling.jfc,filename={file}",
                 "-Xlog:jfr*=off", "-Xlog:jfr+startup=off"]
    return subprocess.Popen([f"{jdk}/bin/java", "-Xms128m", "-Xmx128m", "-XX:+UseSerialGC", *flags,
                             "-cp", temp, "Throughput", str(busy), str(parked), str(DEPTH)],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def look(jvm):
    """The counters of a JVM that runs."""
    jvm.stdin.write("\n")
    jvm.stdin.flush()
    line = ""
    while "ops " not in line:
        line = jvm.stdout.readline()
        assert line, "the workload ended"
    return [int(n) for n in re.findall(r" (\d+)", line[line.index("ops"):])]


def profilers(jvm):
    """The threads of a profiler."""
    found = []
    for comm in glob.glob(f"/proc/{jvm.pid}/task/*/comm"):
        with open(comm) as name:
            if re.match("jfragent|JFR", name.read()):
                found.append(int(comm.split("/")[-2]))
    return found


def cpu_time(jvm, threads):
    """What the kernel has given them, ns."""
    total = 0
    for tid in threads:
        with open(f"/proc/{jvm.pid}/task/{tid}/schedstat") as stat:
            total += int(stat.read().split()[0])
    return total


PTRACE_DETACH, PTRACE_SEIZE, PTRACE_INTERRUPT, WALL = 17, 0x4206, 0x4207, 0x40000000
CLOCK_NANOSLEEP = {"x86_64": "230", "aarch64": "115"}[os.uname().machine]
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def ptrace(request, tid):
    if libc.ptrace(request, tid, None, None) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), "ptrace")


def asleep(jvm, tid):
    """Whether the thread waits for the next round, or to be given something to do."""
    with open(f"/proc/{jvm.pid}/task/{tid}/syscall") as syscall:
        number = syscall.read().split()[0]
    with open(f"/proc/{jvm.pid}/task/{tid}/comm") as comm:
        return number == CLOCK_NANOSLEEP if comm.read().startswith("jfragent sample") else True


def release(tid):
    while libc.ptrace(PTRACE_DETACH, tid, None, None) != 0:  # it is between two stops
        time.sleep(0.001)


@contextlib.contextmanager
def stopped(jvm, threads):
    """These threads of the agent stand still; the others run."""
    for tid in threads:
        while True:
            ptrace(PTRACE_SEIZE, tid)
            ptrace(PTRACE_INTERRUPT, tid)
            os.waitpid(tid, WALL)
            if asleep(jvm, tid):
                break
            release(tid)  # it may hold a thread of the application
    try:
        yield
    finally:
        for tid in threads:
            release(tid)


def run(jdk, temp, case, cycles):
    """One round: name of the slice -> figures of each slice."""
    jvms, threads, slices = {}, {}, {name: [] for name in SLICES}
    order = list(SLICES)
    try:
        for arm in ARMS:
            jvms[arm] = start(jdk, temp, arm, case)
            time.sleep(WARM)
            look(jvms[arm])
            threads[arm] = profilers(jvms[arm])
            jvms[arm].send_signal(signal.SIGSTOP)
        for n in range(cycles):
            first, ticks = n % len(order), machine.ticks()
            for name in order[first:] + order[:first]:  # each is first, second, ... in turn
                arm, stop = SLICES[name]
                jvm = jvms[arm]
                jvm.send_signal(signal.SIGCONT)
                time.sleep(SETTLE)
                with stopped(jvm, threads[arm] if stop else []):
                    before = [*look(jvm), cpu_time(jvm, threads[arm])]
                    time.sleep(SLICE)
                    after = [*look(jvm), cpu_time(jvm, threads[arm])]
                jvm.send_signal(signal.SIGSTOP)
                ops, wall, cpu, sampler = (b - a for a, b in zip(before, after))
                slices[name].append({"cpu": ops / cpu, "wall": ops / wall, "sampler": sampler / cpu})
            if machine.stolen(ticks) > STOLEN:
                for figures in slices.values():
                    figures.pop()
    finally:
        for jvm in jvms.values():
            jvm.send_signal(signal.SIGCONT)
            jvm.stdin.close()
            jvm.wait()
            jvm.stdout.close()
    return slices


def interval(values):
    """Where 95 % of the medians of resampled values lie."""
    source = random.Random(1)
    medians = sorted(statistics.median(source.choices(values, k=len(values))) for _ in range(4000))
    return medians[100], medians[-101]


def ratio(rounds, arm, base, what):
    cycles = [[a[what] / b[what] for a, b in zip(r[arm], r[base])] for r in rounds]
    if SLICES[arm][0] == SLICES[base][0]:
        values = [value for one in cycles for value in one]  # rounds do not differ: each is one JVM
    else:
        values = [statistics.median(one) for one in cycles]
    low, high = interval(values)
    return f"{statistics.median(values):.4f} [{low:.4f}, {high:.4f}]"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--cycles", type=int, default=12)
    arguments.add_argument("--jdk")
    arguments.add_argument("case", nargs="*")
    options = arguments.parse_args()
    for case in options.case:
        if case not in CASES:
            arguments.error(f"case {case}: expected {', '.join(CASES)}")
    found = [options.jdk] if options.jdk else jdks()
    if not found or not os.path.exists(AGENT):
        print("overhead: skipped, no JDK or no libjfragent.so", file=sys.stderr)
        return 0
    print("| JDK | case | against | for each CPU second | for each second | its threads' CPU |")
    print("|---|---|---|---|---|---|")
    for jdk in found:
        with tempfile.TemporaryDirectory(prefix="overhead-") as temp:
            subprocess.run([f"{jdk}/bin/javac", "-d", temp, f"{HERE}/workloads/Throughput.java"],
                           check=True)
            for case in options.case or CASES:
                rounds = []
                for n in range(options.rounds):
                    figures = run(jdk, temp, case, options.cycles)
                    kept = len(figures["none"])
                    print(f"  {version(jdk)} {case}: round {n + 1} of {options.rounds}, {kept} of"
                          f" {options.cycles} cycles kept", file=sys.stderr)
                    if kept:
                        rounds.append(figures)
                if not rounds:
                    print(f"| {version(jdk)} | {case} | the host took too much of the processors | | | |")
                    continue
                for arm, base in RATIOS:
                    own = statistics.median(s["sampler"] for r in rounds for s in r[arm])
                    share = "" if base != "none" else f"{100 * own:.2f} %"
                    print(f"| {version(jdk)} | {case} | {arm} / {base} |"
                          f" {ratio(rounds, arm, base, 'cpu')} | {ratio(rounds, arm, base, 'wall')} |"
                          f" {share} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
