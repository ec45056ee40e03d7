"""What may hurt the agent, or the program with it: stress, sudden ends, bad memory, no memory."""
import json
import math
import os
import random
import signal
import subprocess
import time

import recording as rec
from jvms import AGENT, LONG, MODE, PATIENCE, ROOT, SOAK_SECONDS, TEMP, cpu, in_any_jvm, java, path, wait_for

STRESS = [(), ("-Xcheck:jni",), ("-Xint",), ("-XX:+UseParallelGC",), ("-XX:+UseSerialGC",),
          ("-XX:+UseZGC",), ("-XX:+UseShenandoahGC",), ("-XX:StartFlightRecording",),
          ("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y",)]


def test_stress(jdk):
    seconds = SOAK_SECONDS if MODE == "soak" else 4 if LONG else 2
    modes = "engine=suspend,lock=1ms,alloc=128KB,interval=1ms,native-interval=1ms"
    if MODE == "quick":
        chosen = STRESS[:3]
    else:
        chosen = STRESS
    done = 0
    for flags in chosen:
        if flags and "Use" in flags[0]:
            probe = subprocess.run([f"{jdk}/bin/java", *flags, "-version"], capture_output=True)
            if probe.returncode:
                continue
        if flags and "Flight" in flags[0]:
            flags = (f"-XX:StartFlightRecording=filename={path('jdk.jfr')}",)
        file = path("stress.jfr")
        for options in (modes, "interval=1ms,lock=1ms,alloc=128KB", "wall=10ms")[:3 if LONG else 2]:
            out = java(jdk, f"file={file},{options}", "Stress", seconds, flags=flags)
            lines = [line for line in out.splitlines()
                     if line and "[jfr,startup]" not in line and "jcmd" not in line
                     and not line.startswith("Started recording")]
            assert lines == ["wrong 0"], f"{flags} {options}: {lines[:10]}"
            subprocess.run([rec.jfr(jdk), "summary", file], check=True, capture_output=True)
            done += 1
    return f"{done} runs of {seconds} s"


def test_exit(jdk):
    """A JVM waits 0.3 s at its end for threads in native code: the sampler is none any more by then."""
    def waited(agent):
        run = subprocess.run([f"{jdk}/bin/java", *agent, "-cp", TEMP.name, "Ends"],
                             stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE)
        return time.monotonic_ns() - int(run.stdout)

    without = ours = math.inf
    for _ in range(15):  # the shortest of each: what a busy machine adds is not ours
        without = min(without, waited(()))
        ours = min(ours, waited((f"-agentpath:{AGENT}=file={path('ends.jfr')}",)))
        if ours - without < 100e6:
            return f"{ours / 1e6:.0f} ms from the end of main, {without / 1e6:.0f} ms without the agent"
    assert False, f"{ours / 1e6:.0f} ms from the end of main, {without / 1e6:.0f} ms without the agent"


def blocked_signals(pid):
    """Name of thread -> mask of the signals that it blocks, of all threads that live."""
    masks = {}
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/status") as status:
                said = dict(line.rstrip("\n").split(":\t", 1) for line in status if ":\t" in line)
        except OSError:
            continue  # it ended
        masks[said["Name"]] = masks.get(said["Name"], 0) | int(said["SigBlk"], 16)
    return masks


def test_faults(jdk):
    """No thread blocks the signals of faults: it would end the JVM without a word where that means to
    take them, as compiled code of Thread.exit does when the sampler's thread ends."""
    faults = sum(1 << (s - 1) for s in (signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGTRAP))
    for options in ("engine=suspend", "engine=cpu"):
        looks = []  # a thread that is being made blocks all signals for a moment

        def both_there(child):
            looks.append(blocked_signals(child.pid))
            return len(looks) > 1 and all({"jfragent sample", "jfragent-writer"} <= set(look) for look in looks[-2:])

        java(jdk, f"file={path('faults.jfr')},{options}", "Shares", "end", 1, until=both_there)
        blocking = [name for name, mask in looks[-1].items() if mask & looks[-2].get(name, 0) & faults]
        assert not blocking, f"{options}: {blocking} block signals of faults"
        assert looks[-1]["jfragent sample"] >> (signal.SIGPROF - 1) & 1, f"{options}: the sampler takes its own signal"


@in_any_jvm
def test_thread_times(jdk):
    """CPU times of threads are those that the threads read themselves, whatever the distance of the events."""
    said = []
    for options in ("system=1s", "system=100ms"):  # jdk.ThreadCPULoad at the end alone, and each second as well
        file = path("times.jfr")
        truth = dict(line.split() for line in java(jdk, f"file={file},{options}", "Times", 2).splitlines())
        out = subprocess.run([rec.JFRTOOL, "threads", "-q", "--each", "--json", file], capture_output=True, check=True)
        seen = {t["name"]: t["cpu_ns"] for t in json.loads(out.stdout)["threads"]}
        for name, ns in truth.items():
            assert abs(seen[name] - int(ns)) <= 0.03 * int(ns) + 30e6, f"{options} {name}: {seen[name]}, in truth {ns}"
            said.append(f"{seen[name] / 1e9:.2f} s of {int(ns) / 1e9:.2f}")
    return ", ".join(said)


@in_any_jvm
def test_killed(jdk):
    """At any moment: the file is complete. How much is missing is a matter of time: soak says it."""
    worst = 0
    rounds = 50 if MODE != "quick" else 4
    for _ in range(rounds):
        file = path("killed.jfr")
        if os.path.exists(file):
            os.unlink(file)
        child = subprocess.Popen([f"{jdk}/bin/java", f"-agentpath:{AGENT}=file={file},interval=5ms",
                                  "-cp", TEMP.name, "Shares", "end", "2"], stdin=subprocess.PIPE)
        try:
            wait_for(lambda now=file: rec.samples(now) > 0, "killed.jfr")
            time.sleep(random.random())
        finally:
            killed = time.time()
            child.kill()
            child.wait()
        out = subprocess.run([rec.JFRTOOL, "summary", "--json", file], capture_output=True, text=True)
        assert out.returncode == 0, out.stderr
        summary = subprocess.run([rec.jfr(jdk), "summary", file], capture_output=True, text=True)
        assert summary.returncode == 0, summary.stdout + summary.stderr
        worst = max(worst, killed - os.stat(file).st_mtime)
    return f"{rounds} times, the last write at most {worst:.2f} s before ({worst / 2:.2f} of 2 s)"


def test_bad_memory(jdk):
    """Every fifth walk hits bad memory: counted, and nothing happens to the program,
    whose own faults (null checks) still reach the JVM."""
    said = []
    for options, frame, count, more in (
            ("engine=suspend,interval=1ms,native-interval=1ms", "unwalkable Java", "javaUnwalkable", {}),
            ("interval=2ms", "unwalkable Java", "javaUnwalkable", {})):
        file = path("fault.jfr")
        os.environ.update(more, JFRAGENT_TEST_FAULT="5")
        try:
            out = java(jdk, f"file={file},flush=300ms,{options}", "Stress", "end",
                       until=rec.have(file, 20, "--include", rf"\[{frame}\]", least=20))
        finally:
            for name in ("JFRAGENT_TEST_FAULT", *more):
                del os.environ[name]
        assert out.splitlines()[-1] == "wrong 0" and ("walked by AsyncGetCallTrace" in out) == bool(more), out
        total, _ = rec.statistics(jdk, file)
        assert total[count] >= 20 and total["taken"] > total[count], dict(total)
        said.append(f"{total[count]} faults, {total['taken']} stacks")
    return "; ".join(said)


@in_any_jvm
def test_out_of_memory(jdk):
    """Wherever memory runs out in the agent, for good or for a moment: one sentence is said, the
    program does what it does without the agent, and what was recorded can be read."""
    build = os.path.dirname(AGENT)
    agent = os.path.join(build, "tests/agent/libjfragent-memory.so")
    subprocess.run(["make", "-s", "-C", ROOT, f"BUILD={os.path.relpath(build, ROOT)}",
                    os.path.relpath(agent, ROOT)], check=True)
    modes = ("engine=suspend,interval=1ms,native-interval=1ms,lock=1ms,alloc=64KB,native-frames=on",
             "interval=1ms,lock=1ms", "engine=jvmti,interval=1ms", "wall=10ms")
    random.seed(jdk)
    points = [1, 2, 5, 20, 100] + [round(10 ** random.uniform(1, 5.3)) for _ in range(
        60 if LONG else 5)]
    failed = 0
    for i, first in enumerate(points):
        file = path("memory.jfr")
        if os.path.exists(file):
            os.unlink(file)
        environment = dict(os.environ, JFRAGENT_TEST_MEMORY=f"{first}+1" if i % 2 else str(first))
        run = subprocess.run([f"{jdk}/bin/java", "-Xmx512m",
                              f"-agentpath:{agent}=file={file},{modes[i % len(modes)]}",
                              "-cp", TEMP.name, "Stress", "1"], env=environment, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
        said = [line for line in run.stdout.splitlines() if "out of memory (" in line]
        others = [line for line in run.stdout.splitlines() if line not in said]
        assert run.returncode == 0 and others == ["wrong 0"], f"{first}: {run.returncode} {run.stdout}"
        assert len(said) <= 1, run.stdout
        failed += len(said)
        if os.path.exists(file):
            for reader in ([rec.jfr(jdk), "summary"], [rec.JFRTOOL, "summary"]):
                read = subprocess.run([*reader, file], capture_output=True, text=True)
                assert read.returncode == 0, f"{first}: {read.stdout} {read.stderr}"
    assert failed >= len(points) / 2, failed
    return f"{failed} of {len(points)} runs had no memory at some time"


@in_any_jvm
def test_many_threads(jdk):
    """A thousand idle threads do not hinder two that run, nor do they appear."""
    file = path("many.jfr")
    out = java(jdk, f"file={file},flush=300ms,interval=5ms", "Crowd", "end", 1000,
               until=rec.have(file, 500, "--thread", "burner"))
    threads = rec.count(rec.thread(e) for e in rec.events(jdk, file, "jdk.ExecutionSample"))
    running = threads["burner-0"] + threads["burner-1"]
    # Each runs until it sleeps, and while there is much to do it waits for its turn before that.
    times = cpu(out)
    burnt = times["burner-0"] + times["burner-1"]
    others = sum(n for t, n in threads.items() if t.startswith("sleeper"))
    mean = running * sum(ns for t, ns in times.items() if t.startswith("sleeper")) / burnt
    assert others <= 0.05 * running + mean + 3 * math.sqrt(mean), (threads.most_common(5), mean)
    return f"{running} samples, {others} of others, {mean:.1f} by their CPU time"
