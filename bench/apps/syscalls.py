#!/usr/bin/env python3
"""How much of a web server's CPU time its system calls take: as the kernel traces it, and as samplers see it.

Usage: bench/apps/syscalls.py [--cpu SECONDS] [--rounds N] [PROGRAM]     web unless named

The truth is what the kernel says of each system call's beginning and end and of each switch from thread to
thread (bpftrace, Debian's package, as root): the time that threads of the program were inside the call with a
processor, in percent of the time that they had one. The trace itself adds some tenths of a microsecond to each
call, a native method some to its system call. Each run has a JVM of its own: one that is traced and has no
sampler, and one for each sampler.
"""
import argparse
import collections
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

import run

# Number on x86-64, name, and the JDK's native methods that call it.
CALLS = [(0, "read", "SocketDispatcher.read0("), (1, "write", "FileDispatcherImpl.write0("),
         (20, "writev", "FileDispatcherImpl.writev0("), (202, "futex", "Unsafe.(un)?park("),
         (232, "epoll_wait", "EPoll.wait("), (24, "sched_yield", "Thread.yield(")]

TRACE = """
tracepoint:sched:sched_switch {
  if (OURS(args->prev_comm)) {
    $on = @on[args->prev_pid];
    if ($on) {
      @total = sum(nsecs - $on);
      $in = @enter[args->prev_pid];
      if ($in) { @calls[@id[args->prev_pid]] = sum(nsecs - ($in > $on ? $in : $on)); }
    }
    delete(@on[args->prev_pid]);
  }
  if (OURS(args->next_comm)) { @on[args->next_pid] = nsecs; }
}
tracepoint:raw_syscalls:sys_enter / OURS(comm) / { @enter[tid] = nsecs; @id[tid] = args->id; }
tracepoint:raw_syscalls:sys_exit / @enter[tid] / {
  if (@on[tid]) { @calls[args->id] = sum(nsecs - (@enter[tid] > @on[tid] ? @enter[tid] : @on[tid])); }
  delete(@enter[tid]);
}
BEGIN { printf("ready\\n"); }
END { clear(@on); clear(@enter); clear(@id); }
"""


def samplers(profiler, folder):
    def reference(event):
        return f"-agentpath:{profiler}=start,event={event},cstack=vm,interval={run.PERIOD},file={folder}/x.jfr"
    def agent(engine):
        return f"-agentpath:{run.AGENT}=file={folder}/x.jfr,interval={run.PERIOD},engine={engine}"
    return {"async-profiler cpu": reference("cpu"), "async-profiler ctimer": reference("ctimer"),
            "agent cpu": agent("cpu"), "agent suspend": agent("suspend")}


def traced(program, play):
    """Percent of the threads' CPU time in each call, while the function runs."""
    names = [n.strip("^()|") for n in run.THREADS.get(program, f"{program}-").strip("^()").split("|")]
    script = re.sub(r"OURS\(([^)]*)\)", lambda m: "(" + " || ".join(
        f'strncmp({m[1]}, "{name}", {len(name)}) == 0' for name in names) + ")", TRACE)
    with subprocess.Popen(["bpftrace", "-e", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as trace:
        while True:
            line = trace.stdout.readline()
            if line.startswith("ready"):
                break
            if not line:
                run.skip("bpftrace cannot trace here: it needs root and a kernel with BTF")
        play()
        trace.send_signal(signal.SIGINT)
        said = trace.stdout.read()
    total = int(re.search(r"@total: (\d+)", said)[1])
    return {int(call): 100 * int(ns) / total for call, ns in re.findall(r"@calls\[(\d+)\]: (\d+)", said)}


def sampled(file, threads):
    java = run.read(file, threads)[0]
    methods = {call: re.compile(name.replace(".", r"\.").replace("(un)?", "~").replace("(", r"\(").replace("~", "(un)?"))
               for call, _, name in CALLS}
    return {call: 100 * sum(n for frame, n in java.items() if method.search(frame)) / sum(java.values())
            for call, method in methods.items()}


def measure(jdk, classes, jars, profiler, program, wanted):
    threads, shares = run.THREADS.get(program, f"^{program}-"), collections.defaultdict(list)
    for _ in range(wanted.rounds):
        shares["the kernel"].append(traced(program, lambda: run.run_one(jdk, classes, jars, program, wanted.cpu, [])))
        for name in samplers(profiler, ""):
            with tempfile.TemporaryDirectory(prefix="bench-apps-") as folder:
                run.run_one(jdk, classes, jars, program, wanted.cpu, [samplers(profiler, folder)[name]])
                shares[name].append(sampled(f"{folder}/x.jfr", threads))
    print(f"{program}: percent of CPU time, means of {wanted.rounds} runs and the least and the most")
    print(" " * 22 + "".join(f"{name:>20}" for _, name, _ in CALLS))
    for name, rounds in shares.items():
        of = [[shares_of.get(call, 0) for shares_of in rounds] for call, _, _ in CALLS]
        print(f"{name:22}" + "".join(f"{statistics.mean(x):6.1f} ({min(x):4.1f} to {max(x):4.1f})" for x in of), flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--cpu", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("program", nargs="?", default="web")
    wanted = parser.parse_args()
    if not shutil.which("bpftrace") or os.uname().machine != "x86_64":
        run.skip("bpftrace is missing, or this is not x86-64, whose numbers of system calls it knows")
    run.with_programs([wanted.program], lambda *jvm: measure(*jvm, wanted), f"{wanted.cpu:g} CPU s a run")


if __name__ == "__main__":
    sys.exit(main())
