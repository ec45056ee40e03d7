"""engine=cpu, the usual one: samples are worth the CPU time that the threads had, whatever they are."""
import contextlib
import json
import math
import os
import re
import resource
import subprocess

import recording as rec
import starting
from jvms import chance, cpu, in_any_jvm, java, path

# What the kernel calls a thread, of which it keeps 15 characters.
NAME = 15


def values(jdk, file):
    """Name of a thread -> ns that its samples are worth; how many samples."""
    total, count = rec.count([]), rec.count([])
    for e in rec.events(jdk, file, "jdk.ExecutionSample", depth=1):
        total[rec.thread(e)] += rec.nanos(e["cpuTime"])
        count[rec.thread(e)] += 1
    return total, count


def clocks(file):
    """No thread's samples are worth more than its clock, and a period, as the recording has it."""
    told = json.loads(subprocess.run([rec.JFRTOOL, "check", "--json", file], capture_output=True, text=True,
                                     check=False).stdout)
    assert told["threads_compared"] and not told["beyond_clock"], told


@in_any_jvm
def test_values(jdk):
    """The samples of a thread are worth the CPU time that it says that it had; jfrtool adds them up."""
    said = []
    for options in ("interval=10ms", "interval=1ms", "engine=suspend,interval=2ms"):
        file = path("values.jfr")
        truth = dict(line.split() for line in java(jdk, f"file={file},{options}", "Times", 1).splitlines())
        total, count = values(jdk, file)
        statistics, _ = rec.statistics(jdk, file)
        period = 1e6 if options == "interval=1ms" else 10e6
        clocks(file)
        for name, ns in truth.items():
            ns = int(ns)
            # On average a period is missing or too much, and those for which there was no room at the end;
            # of suspend, what is behind the last sample. More than one too much there never is.
            least = 0 if "suspend" in options else 0.98 * ns - 25e6 - period * statistics["noRoom"]
            assert least <= total[name] <= ns + 25e6 + max(period, 4e6), \
                f"{options} {name}: {total[name]} ns by {count[name]} samples, not {ns}"
            said.append(f"{total[name] / ns:.3f}")
        shown = subprocess.run([rec.JFRTOOL, "hot-methods", "--json", "--measure", "value", "--thread", "burner",
                                file], capture_output=True, text=True, check=True).stdout
        wanted = sum(total[name] for name in truth)
        assert abs(json.loads(shown)["value"] - wanted) <= 1000 * sum(count.values()), (shown[:200], wanted)
    return "of the CPU time: " + ", ".join(said)


def test_suspend_in_c(jdk):
    """engine=suspend: a thread that works in the kernel is seen there by the rounds over native code, one that
    computes by those over Java code; neither is charged more than its CPU time."""
    file = path("reads.jfr")
    out = java(jdk, f"file={file},flush=300ms,engine=suspend,interval=5ms,native-interval=5ms", "Reads", "end",
               until=(rec.have(file, 400)))
    events = rec.events(jdk, file, "jdk.ExecutionSample", "jdk.NativeMethodSample", depth=1)
    tops = {name: rec.count((e["type"], rec.top(e)) for e in events if rec.thread(e) == name)
            for name in ("computer", "reader")}
    total, times = values(jdk, file)[0], cpu(out)
    reads = sum(n for (kind, top), n in tops["reader"].items()
                if kind == "jdk.NativeMethodSample" and top.startswith("java.io.RandomAccessFile.read"))
    computes = sum(n for (kind, _), n in tops["computer"].items() if kind == "jdk.ExecutionSample")
    assert reads >= 20 and computes >= 20, tops
    for name in ("computer", "reader"):
        assert total[name] <= times[name] + 25e6, (name, total[name], times[name])
    return f"{reads} samples of the reader in the kernel, {computes} of the computer in Java code"


@in_any_jvm
def test_idle_threads(jdk):
    """No thread is charged more than its clock says and a period: not those that sleep while the process's timer
    finds the one that runs in a handler, with the signal blocked."""
    said = []
    for period in (1, 10):
        file = path("idle.jfr")
        out = java(jdk, f"file={file},flush=300ms,interval={period}ms", "Crowd", "end", 60,
                   until=rec.have(file, 3000 // period))
        total, count = values(jdk, file)
        truth = cpu(out)
        idle = {name: ns for name, ns in truth.items() if name.startswith("sleeper-")}
        over = {name: total[name] - ns for name, ns in idle.items() if total[name] > ns + max(period, 4) * 1_000_000}
        assert len(idle) == 60 and not over, (period, over)
        said.append(f"{sum(count[name] for name in idle)} samples of 60 idle threads")
    return ", ".join(said)


@in_any_jvm
def test_thread_that_leaves_java(jdk):
    """What a thread used while it was one of Java's is not charged again when it is none any more, nor when the kernel
    has it for a moment longer than the JVM: threads that are not Java's are looked at once a second."""
    file = path("visitor.jfr")
    out = java(jdk, f"file={file},flush=300ms,interval=5ms", "NativeChain", starting.native_library(), "end", "visited",
               until=rec.have(file, 800, "--include", "NativeChain"))
    total, truth = values(jdk, file)[0]["visitor"], cpu(out)["visitor"]
    assert 0.5 * truth <= total <= truth + 10e6, f"{total / 1e6:.0f} ms, not {truth / 1e6:.0f}"
    return f"{total / 1e6:.0f} ms of {truth / 1e6:.0f}"


@in_any_jvm
def test_short_threads(jdk):
    """Threads that live for a fraction of an interval have samples as their CPU times say."""
    file = path("short.jfr")
    out = java(jdk, f"file={file},flush=300ms,interval=5ms", "Short", "end",
               until=rec.have(file, 150, "--thread", "short", least=40))
    threads, had = map(int, out.split("short ")[1].split()[:2])
    total, count = values(jdk, file)
    # They begin and end outside of Java, which they do not all see themselves.
    seen, n = total["short"], count["short"]
    chance = 4 * (seen + total["short-lived threads"]) / math.sqrt(max(n, 1))
    assert n >= 20 and seen <= 1.15 * had + chance and seen + total["short-lived threads"] >= 0.85 * had - chance, \
        f"{seen / 1e6:.0f} ms by {n} samples, not {had / 1e6:.0f} ms; {total}"
    assert had / threads < 2.5e6, "they live for long"
    return f"{n} samples of {threads} threads, {seen / had:.2f} of their CPU time"


def test_other_threads(jdk):
    """Compilers, collectors and the JVM's own threads are there, by name, with the CPU time that they had."""
    file = path("others.jfr")
    out = java(jdk, f"file={file},interval=2ms", "Stress", 3)
    assert "wrong 0" in out, out
    total, _ = values(jdk, file)
    samples = rec.events(jdk, file, "jdk.ExecutionSample", depth=2)
    frames = rec.count((rec.thread(e), rec.top(e)) for e in samples)
    below = [rec.method(e["stackTrace"]["frames"][1]) for e in samples
             if rec.top(e) == "[C2 compiler]" and len(e["stackTrace"]["frames"]) > 1]
    assert below and all(b.startswith("[compiles ") for b in below), rec.count(below)
    for name, frame in (("C2 CompilerThread", "[C2 compiler]"), ("C1 CompilerThread", "[C1 compiler]")):
        assert frames[name, frame] > 0, frames
    assert any(frame == "[GC]" for _, frame in frames), frames
    out = java(jdk, f"file={file},interval=2ms", "Shares", 3, 1)
    total, _ = values(jdk, file)
    truth, seen = rec.count(cpu(out)), rec.count([])
    for name, ns in total.items():
        seen[name[:NAME]] += ns
    # None is charged more than its clock says: threads of one name by the sum of their clocks, read some time before
    # the end, and a period or tick of each.
    over = {name: (ns, truth[name]) for name, ns in seen.items()
            if name in truth and ns > 1.02 * truth[name] + 50e6 + 20 * 4e6}
    assert not over, over
    ours = sum(ns for name, ns in truth.items() if name.startswith("jfragent"))
    whole, found = sum(truth.values()) - ours, sum(seen.values())
    # Until the agent is up nothing is seen, and what is printed is read some time before the end.
    assert found >= 0.85 * whole - 0.1e9, f"{found / 1e9:.2f} s of {whole / 1e9:.2f} s: {seen}, {truth}"
    return f"{found / 1e9:.2f} s of {whole / 1e9:.2f} s"


@contextlib.contextmanager
def no_timers():
    """What is started in here may have no timer of the kernel's."""
    before = resource.getrlimit(resource.RLIMIT_SIGPENDING)
    resource.setrlimit(resource.RLIMIT_SIGPENDING, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_SIGPENDING, before)


@in_any_jvm
def test_refused_timers(jdk):
    """Where the system gives no timer for a thread, that of the process finds it; it is said once, and counted."""
    file = path("refused.jfr")
    with no_timers():
        out = java(jdk, f"file={file},flush=300ms,interval=5ms", "Shares", "end", 2, until=rec.have(file, 300))
    assert out.count("the system refuses a timer") == 1, out
    total, count = values(jdk, file)
    statistics, _ = rec.statistics(jdk, file)
    assert statistics["timersRefused"] >= 3, dict(statistics)
    truth = cpu(out)
    for name in ("burner-0", "burner-1"):
        bound = 0.1 * truth[name] + 4 * truth[name] / math.sqrt(max(count[name], 1))
        assert abs(total[name] - truth[name]) <= bound, f"{name}: {total[name]} ns, not {truth[name]}"
    return f"{sum(count.values())} samples, {statistics['timersRefused']} threads without a timer"

