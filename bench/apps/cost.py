#!/usr/bin/env python3
"""What sampling costs real programs in CPU time: the agent and async-profiler, at 20 and 10 ms, on and off.

Usage: bench/apps/cost.py [--cycles N] [--slice SECONDS] [PROGRAM...]     json web unless named

One JVM for each program. It warms up, and then does the same number of operations again and again: without a
profiler, and with each, started and stopped in between by attaching, in an order that chance makes anew each
cycle. Counted is the CPU time of the process from the first of these operations to the last, the profiler's
threads in it, the JIT compiler's not. So both sides of a pair have the same compiled code, and what else the
machine does does not count but for its caches. The table has the mean of the differences to the same cycle's slice
without a profiler, in percent, and its 95 % interval; that of a second slice without one is the noise.
Cycles with the JIT compiler's or the host's work in them are not left out.
"""
import argparse
import contextlib
import os
import random
import socket
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import run

ARMS = {"off": None, "off again": None, "agent 20ms": ("agent", "20ms"), "agent 10ms": ("agent", "10ms"),
        "async-profiler 20ms": ("async", "20ms"), "async-profiler 10ms": ("async", "10ms")}
WARM = 15 # CPU seconds


class Jvm:
    def __init__(self, jdk, classes, jars, program):
        self.process = subprocess.Popen(
            [f"{jdk}/bin/java", "-Xmx1g", "-cp", ":".join([classes, *jars]), "App", program, "0", "x"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.line("ready")

    def line(self, begin):
        while True: # async-profiler says things here, too
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the program ended")
            if line.startswith(begin):
                return line

    def work(self, operations):
        """CPU seconds."""
        self.process.stdin.write(f"{operations}\n")
        self.process.stdin.flush()
        return int(self.line("used ").split()[1]) / 1e9

    def attach(self, library, options):
        """As the JDK does it: a file and SIGQUIT have the JVM listen; strings with a zero byte behind each."""
        pid = self.process.pid
        path, asking = f"/tmp/.java_pid{pid}", f"/proc/{pid}/cwd/.attach_pid{pid}"
        if not os.path.exists(path):
            with open(asking, "w", encoding="ascii"):
                os.kill(pid, signal.SIGQUIT)
            for _ in range(600):
                if os.path.exists(path):
                    break
                time.sleep(0.05)
            os.unlink(asking)
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.connect(path)
            connection.sendall(b"".join(s.encode() + b"\0" for s in ("1", "load", library, "true", options)))
            answer = b"".join(iter(lambda: connection.recv(4096), b""))
        if not answer.startswith(b"0"):
            raise RuntimeError(f"{library} {options}: {answer!r}")


def one(jvm, arm, operations, folder, profiler):
    if arm is None:
        return jvm.work(operations)
    kind, period = arm
    library = run.AGENT if kind == "agent" else profiler
    file = f"{folder}/{kind}.jfr"
    with contextlib.suppress(FileNotFoundError):
        os.unlink(file)
    start = f"start,file={file},interval={period}"
    jvm.attach(library, start if kind == "agent" else f"{start},event=ctimer")
    used = jvm.work(operations)
    jvm.attach(library, "stop")
    return used


def measure(jdk, classes, jars, profiler, program, wanted):
    slices = {arm: [] for arm in ARMS}
    with tempfile.TemporaryDirectory(prefix="bench-apps-") as folder:
        jvm = Jvm(jdk, classes, jars, program)
        try:
            operations, used = 1, 0
            while used < WARM:
                once = jvm.work(operations)
                used += once
                operations = max(1, round(operations * wanted.slice / once))
            for arm in ARMS.values(): # libraries are loaded, names known
                one(jvm, arm, operations, folder, profiler)
            for _ in range(wanted.cycles):
                for name in random.sample(list(ARMS), len(ARMS)):
                    slices[name].append(one(jvm, ARMS[name], operations, folder, profiler))
        finally:
            jvm.process.kill()
            jvm.process.wait()
    print(f"{program:8}  {operations} operations, {statistics.mean(slices['off']):.2f} CPU s without, "
          f"{wanted.cycles} cycles", flush=True)
    for name, arm in ARMS.items():
        if name != "off":
            difference(name, slices[name], slices["off again" if arm else "off"], slices["off"])
    for period in ("20ms", "10ms"):
        difference(f"agent less a.-p. {period}", slices[f"agent {period}"], slices[f"async-profiler {period}"],
                   slices["off"])


def difference(name, some, others, off):
    """Of pairs, in percent of what is used without a profiler; both slices without one make the pairs' other."""
    if name != "off again" and others is not some and "less" not in name:
        others = [(a + b) / 2 for a, b in zip(others, off)]
    each = [100 * (a - b) / statistics.mean(off) for a, b in zip(some, others)]
    half = t95(len(each)) * statistics.stdev(each) / len(each) ** 0.5
    middle = statistics.mean(each)
    print(f"{'':8}  {name:24} {middle:+6.2f} % [{middle - half:+.2f}, {middle + half:+.2f}]   "
          f"median {statistics.median(each):+.2f}", flush=True)


def t95(n):
    """Of Student's distribution with n - 1 degrees of freedom, well enough from 5 on."""
    return 1.96 + 2.5 / (n - 1) + 3 / (n - 1) ** 2


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--cycles", type=int, default=30)
    parser.add_argument("--slice", type=float, default=1.0)
    parser.add_argument("programs", nargs="*", default=[])
    wanted = parser.parse_args()
    run.with_programs(wanted.programs or ["json", "web"],
                      lambda *jvm: measure(*jvm, wanted),
                      f"slices of {wanted.slice:g} CPU s, {wanted.cycles} cycles")


if __name__ == "__main__":
    sys.exit(main())
