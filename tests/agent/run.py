#!/usr/bin/env python3
"""The agent in real JVMs, with workloads whose answer is known.

Usage: tests/agent/run.py [quick|full|soak] [NAME...]

Every JDK under /usr/lib/jvm and JAVA_HOME is tested, or the homes in AGENT_JVMS, separated by colons,
which may be JREs; without a JDK, all is skipped. What was recorded is read with the JDK's own jfr, and
with jfrtool.

Nothing here depends on who has a processor when: a workload runs until the recording has what the test
needs, and what was sampled is compared with what the workload says of itself: the CPU time of its
threads, how long it slept and waited, what it allocated. Bounds of shares are those of the
specification, widened by what chance explains at the number of samples that came. How long things take
is measured by soak (times.py).
"""
import glob
import math
import os
import re
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import control
import cputime
import harm
import live
import recording as rec
import walking
import times
from jvms import (AGENT, HERE, LONG, MODE, PATIENCE, ROOT, TEMP, chance, cpu, java, jdks, on_processors,
                  path, wait_for)

ONLY = sys.argv[2:]
results = {"passed": 0, "failed": 0, "skipped": 0}


def check_shares(name, counts, out="done 0.5 0.3 0.2"):
    """out: what the workload printed, with the shares that it measured itself."""
    truth = [float(x) for x in out.split("done ")[1].split()]
    wanted = dict(zip(("Shares.fifty", "Shares.thirty", "Shares.twenty"), truth))
    n = sum(counts.get(m, 0) for m in wanted)
    assert n >= 50, f"{name}: only {n} samples: {counts}"
    for method, share in wanted.items():
        seen = 100 * counts.get(method, 0) / n
        # 3 points, or more if there are too few samples to tell
        bound = 3 if chance(n, share) <= 3 else 3 + chance(n, share) / 2
        assert abs(seen - 100 * share) <= bound, \
            f"{name}: {method} has {seen:.1f} % of {n} samples, not {100 * share:.0f} +- {bound:.1f}"
    return n


# ---- Tests: each gets a JDK; what it returns is shown ---------------------------------------------


def test_shares(jdk):
    said = []
    for options in ("engine=suspend,interval=1ms,native-interval=0", "interval=4ms"):
        file = path("shares.jfr")
        out = java(jdk, f"file={file},flush=300ms,{options}", "Shares", "end", 2,
                   until=rec.have(file, 10000 if LONG else 2000))
        events = rec.events(jdk, file, "jdk.ExecutionSample")
        n = check_shares(f"{options}, jfr print", rec.count(map(rec.top, events)), out)
        check_shares(f"{options}, jfrtool", rec.hot_methods(file), out)
        rec.statistics(jdk, file)
        said.append(f"{n} samples")
    return ", ".join(said)


def test_against_jfr(jdk):
    """The JVM's own recorder beside the agent, at the same period: the same shares."""
    settings, file, other = path("both.jfc"), path("both.jfr"), path("jvm.jfr")
    with open(settings, "w") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?><configuration version="2.0">'
                  '<event name="jdk.ExecutionSample"><setting name="enabled">true</setting>'
                  '<setting name="period">10 ms</setting></event></configuration>')
    java(jdk, f"file={file},interval=10ms,native-interval=0", "Shares", "end", 2,
         until=rec.have(file, 3500 if LONG else 700, "--include", r"Shares\."),
         flags=(f"-XX:StartFlightRecording=settings={settings},filename={other}",
                "-Xlog:jfr*=off"))
    shares = []
    for recorded in (file, other):
        events = rec.events(jdk, recorded, "jdk.ExecutionSample")
        counts = rec.count(map(rec.top, events))
        # That recorder's signal often comes at the same time as ours: it interrupts what ours does.
        whole = [any(f["method"]["name"] == "burn" for f in e["stackTrace"]["frames"])
                 for e in events if (e["sampledThread"]["javaName"] or "").startswith("burner")]
        assert whole.count(False) <= 2 + len(whole) / 50, \
            f"{recorded}: {whole.count(False)} of {len(whole)} stacks are without what the threads run"
        n = sum(counts[m] for m in ("Shares.fifty", "Shares.thirty", "Shares.twenty"))
        assert n >= 50, f"{recorded}: {counts}"
        shares.append((n, 100 * counts["Shares.fifty"] / n))
    (ours, a), (theirs, b) = shares
    bound = 3 + chance(min(ours, theirs), 0.5)
    assert abs(a - b) <= bound, f"{a:.1f} % and {b:.1f} %, more than {bound:.1f} points apart"
    return f"fifty has {a:.1f} % of {ours} samples, {b:.1f} % of the JVM's {theirs}"


def test_inlined(jdk):
    """Which frames are inlined, compiled and interpreted: as the JVM's own recorder says of the same
    run, for each method of a chain of which some are inlined."""
    settings, file, other = path("inlined.jfc"), path("inlined.jfr"), path("inlined-jvm.jfr")
    with open(settings, "w") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?><configuration version="2.0">'
                  '<event name="jdk.ExecutionSample"><setting name="enabled">true</setting>'
                  '<setting name="period">10 ms</setting></event></configuration>')
    java(jdk, f"file={file},interval=5ms,native-interval=0", "Inline", "end",
         until=rec.have(file, 2000 if LONG else 800, "--include", r"Inline\."),
         flags=("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,Inline::near",
                "-XX:CompileCommand=dontinline,Inline::far",
                f"-XX:StartFlightRecording=settings={settings},filename={other}",
                "-Xlog:jfr*=off"))
    # The types of the six frames together: when the JIT compiles what is a matter of chance, but what
    # occurs at all must occur in both.
    seen = []
    for recorded in (file, other):
        combinations = rec.count([])
        for event in rec.events(jdk, recorded, "jdk.ExecutionSample"):
            types = {rec.method(f)[7:]: f["type"] for f in event["stackTrace"]["frames"]
                     if rec.method(f).startswith("Inline.")}
            if len(types) == 6:
                combinations[tuple(types[m] for m in ("twig", "leaf", "near", "via", "far", "run"))] += 1
        seen.append(combinations)
    for some, others in (seen, seen[::-1]):
        n = sum(some.values())
        assert n >= 20, seen
        for types, count in some.items():
            assert count < 5 + 0.05 * n or types in others, (types, seen)
    inlined = sum(n for types, n in seen[0].items() if "Inlined" in types)
    assert inlined >= 20, seen
    return f"{inlined} of {sum(seen[0].values())} stacks with inlined frames, {len(seen[0])} kinds"


def test_redefined(jdk):
    """Lines are those of the version that ran: a class whose lines all move when it is redefined."""
    other = path("other")
    os.makedirs(other, exist_ok=True)
    with open(os.path.join(HERE, "Redefined.java")) as source:
        moved = "\n" * 100 + source.read()
    with open(os.path.join(other, "Redefined.java"), "w") as out:
        out.write(moved)
    subprocess.run([f"{jdk}/bin/javac", "--release", "11", "-Xlint:-options", "-d", other,
                    os.path.join(other, "Redefined.java")], check=True)
    manifest, jar, file = path("manifest"), path("redefine.jar"), path("redefined.jfr")
    with open(manifest, "w") as out:
        out.write("Premain-Class: Redefine\nCan-Redefine-Classes: true\n")
    subprocess.run([f"{jdk}/bin/jar", "cfm", jar, manifest, "-C", TEMP.name, "Redefine.class"],
                   check=True)
    classes = [os.path.join(folder, "Redefined.class") for folder in (other, TEMP.name)]

    def lines(times):
        out = java(jdk, f"file={file},flush=300ms,interval=2ms,native-interval=0", "Redefine", *classes,
                   times, flags=(f"-javaagent:{jar}",),
                   until=(rec.have(file, 100, least=60), rec.have(file, 400, least=200)))
        begin, end = (int(t) / 1000 for t in out.split("redefined ")[1].split()[:2])
        found = {"before": rec.count([]), "after": rec.count([])}
        for event in rec.events(jdk, file, "jdk.ExecutionSample"):
            when = rec.time_ns(event["startTime"]) / 1e9
            frames = [f for f in event["stackTrace"]["frames"]
                      if rec.method(f) == "Redefined.burn"]
            if frames and (when < begin - 0.01 or when > end + 0.01):
                found["before" if when < begin else "after"][frames[0]["lineNumber"] > 100] += 1
        return found

    found = lines(1)
    before, after = found["before"], found["after"]
    assert before[False] >= 20 and before[True] == 0, found
    assert after[True] >= 20 and after[False] == 0, found
    lines(201)
    return f"{before[False]} samples before, {after[True]} after"


def test_virtual(jdk):
    """Samples of virtual threads are theirs, not their carriers', with the ids and names that the
    program gave them; by each collector (references are read with its barriers), and with names left
    out under -Xcheck:jni."""
    if subprocess.run([f"{jdk}/bin/java", "--version"], capture_output=True, text=True,
                      check=True).stdout.split()[1] < "24":
        return "this JVM does not say which virtual thread runs"
    said = []
    for flags, engine in (((), "suspend"), (("-XX:+UseZGC",), "suspend"), ((), "cpu"),
                          (("-Xcheck:jni",), "suspend")):
        file = path("virtual.jfr")
        out = java(jdk, f"file={file},flush=300ms,interval=3ms,native-interval=0,engine={engine}",
                   "Virtual", "end", flags=flags, until=rec.have(file, 400))
        assert len(out.splitlines()) == 1, out
        ids = [int(i) for i in out.split("ids ")[1].split()]
        names = {i: (f"green-{n}" if n < 4 else "") for n, i in enumerate(ids)}
        threads = [e["sampledThread"] for e in rec.events(jdk, file, "jdk.ExecutionSample")]
        green = [t for t in threads if t["virtual"]]
        assert len(green) >= 20 and {t["javaThreadId"] for t in green} <= set(ids), (ids, green)
        assert len({t["javaThreadId"] for t in green}) >= 3, rec.count(
            t["javaThreadId"] for t in green)
        for t in green:
            assert t["javaName"] in (None, names[t["javaThreadId"]]), (t, names)
        known = sum(t["javaName"] is not None for t in green)
        assert known == 0 if flags == ("-Xcheck:jni",) else known >= 0.5 * len(green), (known, green)
        carriers = sum(not t["virtual"] and "ForkJoin" in (t["javaName"] or "") for t in threads)
        assert carriers <= 5 + 0.1 * len(green), (carriers, len(green))
        assert not any(t["virtual"] for t in threads if t["javaName"] in ("main", "platform"))
        said.append(f"{known} of {len(green)} named")
    return ", ".join(said)


def test_jvmti(jdk):
    """Safepoint-biased: the methods are there, their shares are not promised."""
    file = path("jvmti.jfr")
    java(jdk, f"file={file},flush=300ms,engine=jvmti,interval=10ms", "Shares", "end", 2,
         until=rec.have(file, 50))
    methods = rec.count(map(rec.top, rec.events(jdk, file, "jdk.ExecutionSample")))
    rec.statistics(jdk, file)
    n = sum(methods[m] for m in ("Shares.fifty", "Shares.thirty", "Shares.twenty", "Shares.burn"))
    assert n >= 20, methods
    return f"{n} samples"


def check_pools(jdk, file, shown):
    """Samples and CPU time of pools are sums over jfr print; what is off by more than a third is warned of."""
    count, worth = rec.count([]), rec.count([])
    for e in rec.events(jdk, file, "jdk.ExecutionSample", depth=1):
        pool = re.sub(r"\d+", "*", rec.thread(e) or "")
        count[pool] += 1
        worth[pool] += rec.nanos(e["cpuTime"])
    pools = {p["name"]: p for p in shown["sampled_pools"]}
    assert {name: p["samples"] for name, p in pools.items()} == count, (pools, count)
    off = []
    for name, p in pools.items():
        # jfr print rounds each time to a microsecond, or three digits
        assert abs(p["cpu_ns"] - worth[name]) <= 0.01 * worth[name] + 1000 * count[name], (p, worth)
        promised = p["cpu_ns"] / 5e6
        if promised >= 30 and abs(p["samples"] - promised) > max(promised / 3, 4 * math.sqrt(promised)):
            off.append(name)
    warned = [w["text"] for w in shown["warnings"] if "the period promises" in w["text"]]
    assert bool(warned) == bool(off) and all(name in warned[0] for name in off[:3]), (off, warned)


def test_summary(jdk):
    """jfrtool summary adds up the statistics as the JDK's jfr prints them; what was sampled at
    safepoints only is warned of, by each command, and nothing else is."""
    said = []
    for engine in ("suspend", "jvmti"):
        file = path("summary.jfr")
        java(jdk, f"file={file},engine={engine},interval=5ms", "Shares", "end", 3,
             until=rec.have(file, 200))
        total, held = rec.statistics(jdk, file)
        shown = rec.summary(file)
        for field, key in rec.STATISTICS.items():
            assert shown["agent"].get(key, 0) == total[field], (engine, field, shown, dict(total))
        assert shown["sampling"]["engine"] == engine, shown["sampling"]
        check_pools(jdk, file, shown)
        if engine == "suspend":
            # jfr print rounds to three digits
            for key, value in (("held_max_ns", max(held["holdMax"])),
                               ("held_median_ns", sorted(held["holdMedian"])[len(held["holdMedian"]) // 2])):
                assert abs(shown["agent"][key] - value) <= 0.01 * value, (key, shown["agent"], held)
        warned = any("safepoints only" in w["text"] for w in shown["warnings"])
        assert warned == (engine == "jvmti"), shown["warnings"]
        assert not any("came late" in w["text"] for w in shown["warnings"]), shown["warnings"]
        for command in ("hot-methods", "flame", "collapsed"):
            run = subprocess.run([rec.JFRTOOL, command, file], capture_output=True, text=True)
            assert run.returncode == 0, run.stderr
            assert ("safepoints only" in run.stderr) == (engine == "jvmti"), run.stderr
        said.append(f"{engine}: {total['taken']} of {total['requested']}")
    return ", ".join(said)


def test_fairness(jdk):
    """Ten threads and five slots a round: each has samples as it has CPU time."""
    file = path("fair.jfr")
    out = java(jdk, f"file={file},engine=suspend,interval=4ms,native-interval=0,java-threads=5", "Shares", "end", 10,
               until=rec.have(file, 5000 if LONG else 1500))
    threads = rec.count(rec.thread(e) for e in rec.events(jdk, file, "jdk.ExecutionSample"))
    times = {t: ns for t, ns in cpu(out).items() if t.startswith("burner")}
    assert len(times) == 10, times
    n, all_time, said = sum(threads[t] for t in times), sum(times.values()), []
    for name, ns in times.items():
        mean = n * ns / all_time
        bound = 0.2 * mean + 3 * math.sqrt(mean)
        assert abs(threads[name] - mean) <= bound, \
            f"{name} has {threads[name]} samples, by its CPU time {mean:.0f} +- {bound:.0f}"
        said.append(threads[name] / mean)
    return f"{n} samples, {min(said):.2f} to {max(said):.2f} of what CPU times make of it"


def test_due(jdk):
    """Engine suspend has the samples that CPU times promise, no fewer where processors are busy, and no
    more."""
    file, period = path("due.jfr"), 10_000_000
    out = java(jdk, f"file={file},flush=300ms,engine=suspend,interval=10ms,native-interval=0", "Shares", "end", 4,
               until=rec.have(file, 1000 if LONG else 300))
    threads = rec.count(rec.thread(e) for e in rec.events(jdk, file, "jdk.ExecutionSample"))
    times = {t: ns for t, ns in cpu(out).items() if t.startswith("burner")}
    n, promised = sum(threads[t] for t in times), sum(times.values()) / period
    bound = 3 * math.sqrt(promised)
    assert 0.6 * promised - bound <= n <= 1.2 * promised + bound, f"{n} samples of {promised:.0f}"
    return f"{n} samples of {promised:.0f} that CPU times promise"


def test_only_running_threads(jdk):
    file = path("running.jfr")
    out = java(jdk, f"file={file},flush=300ms,engine=suspend,interval=5ms,native-interval=5ms", "Modes", "end",
               until=rec.have(file, 500, "--thread", "runner"))
    events = rec.events(jdk, file, "jdk.ExecutionSample", "jdk.NativeMethodSample")
    threads, times = rec.count(map(rec.thread, events)), cpu(out)
    waiting = ("sleeper", "parker", "waiter", "blocked", "locked")
    idle, used = sum(threads[t] for t in waiting), sum(times[t] for t in waiting)
    # They do run for some microseconds whenever they wake up.
    mean = threads["runner"] * used / times["runner"]
    assert idle <= 0.02 * len(events) + mean + 3 * math.sqrt(mean), (threads, times)
    return f"{threads['runner']} of the runner, {idle} of five that wait, {mean:.1f} by their CPU time"


def wall_counted(jdk, file, name, period):
    """Of the thread: periods counted after its first sample, and those that went by until its
    last; all by state."""
    own = [e for e in rec.events(jdk, file, "profiler.WallClockSample") if rec.thread(e) == name]
    assert own, f"no samples of {name}"
    times = [rec.time_ns(e["startTime"]) for e in own]
    states = rec.count([])
    for e in own:
        states[e["state"]] += e["samples"]
        assert rec.nanos(e["timeSpan"]) == e["samples"] * period, e
    return (sum(e["samples"] for e, t in zip(own, times) if t > min(times)),
            (max(times) - min(times)) / period, states)


def test_wall(jdk):
    """Each thread has a sample a period, whatever it does; what came late counts for more."""
    file, said = path("wall.jfr"), []
    java(jdk, f"file={file},flush=300ms,wall=50ms", "Modes", "end",
         until=rec.have(file, 40, "--event", "wall", "--thread", "sleeper", least=40))
    for name in ("runner", "sleeper", "parker", "waiter", "blocked", "locked"):
        counted, elapsed, states = wall_counted(jdk, file, name, 50_000_000)
        assert abs(counted - elapsed) <= 1.5, f"{name}: {counted} periods counted, {elapsed:.1f} went by"
        expected = {"runner": "STATE_RUNNABLE", "sleeper": "STATE_SLEEPING", "parker": "STATE_SLEEPING",
                    "waiter": "STATE_SLEEPING"}.get(name)
        # One that wakes up waits for a processor, and one that runs waits while the JVM stops it.
        assert not expected or states[expected] > 0.5 * states.total(), (name, states)
        said.append(f"{name} {states.total()}")
    assert rec.events(jdk, file, "jdk.ExecutionSample"), "wall takes the place of the engine"
    return ", ".join(said)


def test_wall_where_processors_are_busy(jdk):
    """A thread that waits for a processor is elapsed time, and runnable; beside either engine."""
    said = []
    for engine in ("suspend", "cpu"):
        file, threads = path(f"wall-{engine}.jfr"), 4 * os.cpu_count()
        java(jdk, f"file={file},flush=300ms,wall=20ms,engine={engine}", "Shares", "end", threads,
             until=lambda child: all(rec.samples(file, "--event", "wall", "--thread", f"burner-{i}") >= 50
                                     for i in range(threads)))
        all_states = rec.count([])
        for i in range(threads):
            counted, elapsed, states = wall_counted(jdk, file, f"burner-{i}", 20_000_000)
            assert abs(counted - elapsed) <= 1.5, f"{engine}: {counted} periods counted, {elapsed:.1f} went by"
            all_states.update(states)
        # Those that the JVM stops, or has not started yet, wait for one that waits for a processor.
        assert all_states["STATE_RUNNABLE"] > 0.5 * all_states.total(), all_states
        assert rec.events(jdk, file, "jdk.ExecutionSample"), f"{engine} took no samples"
        said.append(f"{engine}: {counted} of {elapsed:.1f} periods")
    return "; ".join(said)


def test_sleeping(jdk):
    """A thread that sleeps is left alone: its sample is written again, until it has run."""
    file = path("naps.jfr")
    out = java(jdk, f"file={file},flush=300ms,wall=20ms,interval=0,native-interval=0", "Naps", "end",
               until=rec.have(file, 200, "--event", "wall", "--thread", "napper", least=200))
    naps, looks, squares = rec.count([]), 0, 0
    for e in rec.events(jdk, file, "profiler.WallClockSample"):
        for f in map(rec.method, e["stackTrace"]["frames"]):
            if rec.thread(e) == "napper" and f in ("Naps.shortNap", "Naps.longNap"):
                naps[f] += e["samples"]
                looks += e["samples"]
                squares += e["samples"] ** 2
    n = sum(naps.values())
    share = 100 * naps["Naps.shortNap"] / n
    in_short, in_long = map(int, out.split("naps ")[1].split()[:2])
    truth = 100 * in_short / (in_short + in_long)
    # One look more or less at the ends of each nap is chance.
    # A look that came late counts for several, which tell as little as one.
    bound = 3 + chance(looks ** 2 / squares, truth / 100)
    assert abs(share - truth) <= bound, f"{share:.1f} % of {n} in the short naps, not {truth:.1f} %"
    total, _ = rec.statistics(jdk, file)
    assert total["unmoved"] >= total["requested"], dict(total)
    return f"{share:.1f} % of {n}; {total['unmoved']} written again, {total['requested']} asked"


def test_locks(jdk):
    """Waits are those that the threads measured themselves."""
    file = path("lock.jfr")
    out = java(jdk, f"file={file},flush=300ms,lock=20ms", "Modes", "end",
               until=(lambda child: rec.samples(file, "--event", "jdk.JavaMonitorEnter") >= 15
                      and rec.samples(file, "--event", "jdk.ThreadPark") >= 15))
    events = rec.events(jdk, file, "jdk.JavaMonitorEnter", "jdk.ThreadPark")
    monitor = [rec.nanos(e["duration"]) / 1e9 for e in events
               if e["type"] == "jdk.JavaMonitorEnter" and rec.thread(e) == "blocked"]
    parked = [rec.nanos(e["duration"]) / 1e9 for e in events
              if e["type"] == "jdk.ThreadPark" and rec.thread(e) == "locked"]
    others = rec.count(rec.thread(e) for e in events)
    assert set(others) <= {"blocked", "locked", "monitor-owner", "lock-owner", "Common-Cleaner"}, others
    truth = [int(n) for n in out.split("waits ")[1].split()[:4]]
    for name, waits, count, ns in (("monitor", monitor, *truth[:2]), ("lock", parked, *truth[2:])):
        # A wait may be parked for more than once, and around it the thread may wait for a processor.
        assert count >= 10 and abs(len(waits) - count) <= 1 + 0.1 * count, (name, len(waits), count)
        assert 0.85 * ns / 1e9 - 0.1 <= sum(waits) <= 1.01 * ns / 1e9 + 0.1, \
            f"{name}: {len(waits)} waits, {sum(waits):.2f} s in all, not {count}, {ns / 1e9:.2f} s"
    owners = rec.count((e["previousOwner"] or {}).get("javaName") for e in events
                       if e["type"] == "jdk.JavaMonitorEnter" and rec.thread(e) == "blocked")
    # As long as the JVM has no monitor of its own for an object, it does not say who owns it.
    assert set(owners) <= {"monitor-owner", None} and owners["monitor-owner"] >= 0.8 * len(monitor), \
        owners
    return (f"monitor {sum(monitor):.2f} of {truth[1] / 1e9:.2f} s, lock {sum(parked):.2f} of "
            f"{truth[3] / 1e9:.2f} s, owner known {owners['monitor-owner']} of {len(monitor)}")


def test_pinned(jdk):
    """Waits of a virtual thread that is pinned to its carrier are its own, as long as it measured itself."""
    if subprocess.run([f"{jdk}/bin/java", "--version"], capture_output=True, text=True,
                      check=True).stdout.split()[1] < "24":
        return "this JVM does not say which virtual thread runs"
    file = path("pinned.jfr")
    out = java(jdk, f"file={file},lock=20ms", "Pinned")
    count, ns = map(int, out.split("pinned ")[1].split())
    waits = [e for e in rec.events(jdk, file, "jdk.ThreadPark")
             if e["parkedClass"]["name"] == "java/util/concurrent/locks/ReentrantLock$NonfairSync"]
    assert {rec.thread(e) for e in waits} == {"green"}, rec.count(map(rec.thread, waits))
    assert all(e["eventThread"]["javaThreadId"] > 0 and any(f["method"]["name"] == "waitPinned" for f in e["stackTrace"]["frames"])
               for e in waits), waits[:1]
    total = sum(rec.nanos(e["duration"]) for e in waits)
    assert count == 6 and len(waits) >= 5 and 0.85 * ns - 1e8 <= total <= 1.01 * ns + 1e7, (len(waits), total, count, ns)
    return f"{len(waits)} of {count} waits, {total / 1e9:.2f} of {ns / 1e9:.2f} s"


def test_allocations(jdk):
    file = path("alloc.jfr")
    out = java(jdk, f"file={file},flush=300ms,alloc=64KB", "Modes", "end",
               until=rec.have(file, 600, "--event", "alloc", "--thread", "allocator"))
    wanted = dict(zip(("[B", "[I"), map(int, out.split("allocated ")[1].split()[:2])))
    events = [e for e in rec.events(jdk, file, "jdk.ObjectAllocationSample")
              if rec.thread(e) == "allocator"]
    said = []
    for name, size in wanted.items():
        mine = [e["weight"] for e in events if e["objectClass"]["name"] == name]
        bound = 0.05 + 3 / math.sqrt(max(len(mine), 1))
        assert abs(sum(mine) / size - 1) <= bound, \
            f"{name}: {sum(mine)} bytes by {len(mine)} samples, {size} in truth"
        said.append(f"{name} {100 * sum(mine) / size:.0f} %")
    return ", ".join(said)


def test_success(jdk):
    """Running threads answer, more of them than there are processors, too, also where the JVM has only one:
    those that got to answer have a stack, 64 frames of 75."""
    said = []
    for threads, processors in ((1, None), (16, None), (4, 1)):
        file = path("success.jfr")
        with on_processors(processors):
            java(jdk, f"file={file},flush=300ms,engine=suspend,interval=5ms,native-interval=0,depth=64", "Deep", "end", threads,
                 until=rec.have(file, 1500 if LONG else 300))
        total, _ = rec.statistics(jdk, file)
        answers = total["requested"] - total["timedOut"] - total["leftState"] - total["exited"]
        name = f"{threads} running" + (f" on {processors}" if processors else "")
        assert total["taken"] >= 0.95 * answers >= 50, f"{name}: {dict(total)}"
        lengths = rec.count(len(e["stackTrace"]["frames"]) for e in rec.events(
            jdk, file, "jdk.ExecutionSample") if rec.top(e).startswith("Deep."))
        assert lengths[64] >= 0.95 * total["taken"], (name, lengths, dict(total))
        said.append(f"{name}: {total['taken']} of {answers} answers, {total['requested']} asked")
    return "; ".join(said)


def test_memory(jdk):
    """What the agent adds to the memory that the JVM has, with many threads and with many classes."""
    if not LONG:
        return "only in the full form"
    said = []
    for name, sleepers, classes in (("2000 threads", 2000, 0), ("10,000 classes", 0, 10000)):
        least = {}
        for agent in (False, True):
            options = [f"-agentpath:{AGENT}=file={path('memory.jfr')},interval=5ms"] if agent else []
            for _ in range(2):
                out = subprocess.run(
                    [f"{jdk}/bin/java", "-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch",
                     "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", *options, "-cp", TEMP.name,
                     "Memory", "4", str(sleepers), str(classes)],
                    capture_output=True, text=True, timeout=120, check=True).stdout
                resident = int(out.split("resident ")[1].split()[0]) / 1024
                least[agent] = min(least.get(agent, resident), resident)
        added = least[True] - least[False]
        assert added < 32, f"{name}: {added:.1f} MB"
        said.append(f"{name}: {added:.1f} MB")
    return ", ".join(said)


def test_options(jdk):
    wrong = {"intervall=20ms": "did you mean interval?", "interval=abc": "takes a time",
             "depth=0": "between 1 and 2048", "signal=SEGV": "does not need",
             "every=1m": "needs a time in the file's name", "keep=3": "every=TIME", "stop": "runs already",
             "engine=foo": "cpu or suspend or jvmti", "threads=[": "no regular expression"}
    for options, words in wrong.items():
        run = java(jdk, options, "Shares", 0, check=False)
        assert run.returncode != 0 and words in run.stdout, f"{options}: {run.stdout}"
    run = java(jdk, "help", "Shares", 0, check=False)
    assert run.returncode == 0 and "done" in run.stdout, run.stdout
    help_text = run.stdout.split("cpu ")[0].strip()
    rows = help_text.split("\n\n")[-1]
    with open(os.path.join(ROOT, "docs/agent.md")) as document:
        assert help_text in document.read(), "docs/agent.md differs from help"
    page = subprocess.run([rec.JFRTOOL, "generate", "man"], capture_output=True, text=True).stdout
    page = page.replace("\\-", "-")
    for row in rows.splitlines():
        name = row.split()[0].split("=")[0]
        assert f".TP\n\\fB{name}\\fR" in page, f"the manual page lacks {name}"


def test_filters_depth(jdk):
    file = path("filter.jfr")
    java(jdk, f"file={file},interval=5ms,threads=burner-[12],exclude-threads=2$,depth=2", "Shares",
         "end", 4, until=rec.have(file, 50))
    events = rec.events(jdk, file, "jdk.ExecutionSample")
    assert set(map(rec.thread, events)) == {"burner-1"}, rec.count(map(rec.thread, events))
    assert all(len(e["stackTrace"]["frames"]) <= 2 for e in events)
    assert any(e["stackTrace"]["truncated"] for e in events)


def test_attach(jdk):
    """Into a running JVM: start, refuse a second, stop, start again with another engine."""
    out = path("attached.out")
    with open(out, "w") as said:
        child = subprocess.Popen([f"{jdk}/bin/java", "-cp", TEMP.name, "Shares", "end", "2"],
                                 stdin=subprocess.PIPE, stdout=said, stderr=subprocess.DEVNULL)
    pid, first, second = str(child.pid), path("first.jfr"), path("second.jfr")

    def record(*args):
        return subprocess.run([rec.JFRTOOL, "record", "--agent", AGENT, "--timeout", str(PATIENCE), *args],
                              capture_output=True, text=True, timeout=2 * PATIENCE)

    def begin(*args):
        begun = record("--detach", *args)
        assert begun.returncode == 0, begun.stderr

    def end():
        ended = record("--stop", pid)
        assert ended.returncode == 0, ended.stderr
    try:
        wait_for(lambda: record("--stop", pid).stderr.count("no recording of the agent") == 1,
                 "a JVM that can be attached to")
        begin("-o", first, pid, "interval=2ms")
        assert "already" in record("--detach", "-o", second, pid).stderr
        wait_for(lambda: rec.samples(first) >= 1000, "first.jfr")
        end()
        assert record("--stop", pid).returncode != 0
        for engine, file in (("itimer", second), ("suspend", path("third.jfr"))):
            begin("-o", file, "--engine", engine, pid, "interval=2ms")
            wait_for(lambda now=file: rec.samples(now) >= 20, file)
            end()
            late = [w for w in rec.summary(file)["warnings"] if "-XX:+DebugNonSafepoints" in w["text"]]
            assert len(late) == 1, "it is not said that the agent came late"
            noted = subprocess.run([rec.JFRTOOL, "hot-methods", file], capture_output=True, text=True).stderr
            assert noted.count("the agent came late") == 1, noted
        assert child.poll() is None
        child.stdin.close()
        child.wait(PATIENCE)
        with open(out) as said:
            n = check_shares("attached", rec.count(map(rec.top, rec.events(
                jdk, first, "jdk.ExecutionSample"))), said.read())
        return f"{n} samples"
    finally:
        child.kill()
        child.wait()


def native_library():
    """The library of NativeChain, with frame pointers, for any JVM: the headers are those of the oldest."""
    library, jdk = path("libchain.so"), jdks()[0]
    built = subprocess.run(["cc", "-O1", "-fno-omit-frame-pointer", "-shared", "-fPIC",
                            f"-I{jdk}/include", f"-I{jdk}/include/linux", "-o", library,
                            os.path.join(HERE, "native_chain.c")])
    assert built.returncode == 0, "native_chain.c does not compile"
    return library


def test_native_frames(jdk):
    """C frames above a native method are those of the source, in its order; frame pointers that are
    none harm nobody; without the option there are no C frames."""
    library, file = native_library(), path("native.jfr")
    java(jdk, f"file={file},flush=300ms,engine=suspend,native-interval=2ms,native-threads=2,native-frames=on",
         "NativeChain", library, "end",
         until=lambda child: all(rec.samples(file, "--event", "native", "--thread", name) >= 100
                                 for name in ("chain", "wild")))
    events = rec.events(jdk, file, "jdk.NativeMethodSample")
    chain = [list(map(rec.method, e["stackTrace"]["frames"])) for e in events
             if rec.thread(e) == "chain"]
    known = ["libchain.so.chain_inner", "libchain.so.chain_middle", "libchain.so.chain_outer",
             "libchain.so.Java_NativeChain_chain", "NativeChain.chain"]
    whole = sum(1 for frames in chain if frames[:5] == known)
    assert len(chain) >= 20 and whole >= 0.95 * len(chain), (whole, rec.count(map(tuple, chain)))
    types = {f["type"] for e in events if rec.thread(e) == "chain"
             for f in e["stackTrace"]["frames"][:5]}
    assert types == {"Native"}, types
    wild = [list(map(rec.method, e["stackTrace"]["frames"])) for e in events
            if rec.thread(e) == "wild"]
    assert len(wild) >= 20 and all("NativeChain.wild" in frames for frames in wild), wild[:5]
    assert rec.hot_methods(file, "--event", "native")["libchain.so.chain_inner"] >= whole
    java(jdk, f"file={file},flush=300ms,interval=2ms,native-frames=on", "NativeChain",
         library, "end", until=rec.have(file, 20, "--include", "chain_inner"))
    tops = rec.count(map(rec.top, rec.events(jdk, file, "jdk.ExecutionSample")))
    assert tops["libchain.so.chain_inner"] >= 10, tops
    java(jdk, f"file={file},flush=300ms,engine=suspend,native-interval=2ms", "NativeChain", library, "end",
         until=rec.have(file, 20, "--event", "native", "--include", "NativeChain.chain"))
    tops = rec.count(map(rec.top, rec.events(jdk, file, "jdk.NativeMethodSample")))
    assert tops["NativeChain.chain"] and not any("libchain" in m for m in tops), tops
    return f"{whole} of {len(chain)} whole, {len(wild)} with a wild frame pointer"


def test_duration(jdk):
    """The recording ends by itself, while the program goes on."""
    file = path("duration.jfr")

    def ended(child):
        return rec.samples(file) > 0 and not any(
            os.path.realpath(fd) == os.path.realpath(file) for fd in glob.glob(f"/proc/{child.pid}/fd/*"))
    java(jdk, f"file={file},interval=5ms,duration=1s", "Shares", "end", 1, until=ended)
    times = [rec.time_ns(e["startTime"]) / 1e9 for e in rec.events(jdk, file, "jdk.ExecutionSample")]
    return f"{len(times)} samples, {max(times) - min(times):.2f} s from the first to the last"


def test_fallback(jdk):
    """No tables of the JVM: the fallback by pc still gives the right shares."""
    file = path("fallback.jfr")
    os.environ["JFRAGENT_NO_VMSTRUCTS"] = "1"
    try:
        out = java(jdk, f"file={file},engine=suspend,interval=2ms,signal=VTALRM", "Shares", "end", 2,
                   until=rec.have(file, 1500))
    finally:
        del os.environ["JFRAGENT_NO_VMSTRUCTS"]
    n = check_shares("fallback", rec.count(map(rec.top, rec.events(jdk, file,
                                                                   "jdk.ExecutionSample"))), out)
    return f"{n} samples"


def children_cpu():
    """Processor time of all that was run and has ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def attempt(name, test, jdk, last=False):
    """Runs the test and says how it went. What fails has a second try in fresh JVMs, which counts: who
    had a processor when is not the agent's. Both are printed."""
    begin, spent = time.time(), children_cpu()
    try:
        said, passed = test(jdk) or "", True
    except Exception as e:  # whatever it is, it is this test's
        said, passed = f"{type(e).__name__}: {e}", False
    print(f"{os.path.basename(jdk)} {name}: {'ok' if passed else 'FAILED'} {said}"
          f" ({time.time() - begin:.0f} s, {children_cpu() - spent:.0f} s of CPU)", flush=True)
    if not passed and not last:
        return attempt(name, test, jdk, last=True)
    return "passed" if passed else "failed"


def main():
    found = jdks()
    if not found or not os.path.exists(AGENT):
        print("skipped: no JDK, or libjfragent.so is not built")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    oldest = found[0]
    found = [home for home in os.environ.get("AGENT_JVMS", "").split(":") if home] or found
    subprocess.run([f"{oldest}/bin/javac", "--release", "11", "-Xlint:-options", "-d", TEMP.name,
                    *glob.glob(os.path.join(HERE, "*.java"))], check=True)
    tests = [(name[5:], f) for module in (sys.modules[__name__], control, live, cputime, walking, harm)
             for name, f in vars(module).items() if name.startswith("test_")]
    if MODE == "soak":
        tests = [t for t in tests if t[0] in ("stress", "killed")]
        tests += [(name[8:], f) for name, f in vars(times).items() if name.startswith("measure_")]
    part, parts = map(int, os.environ.get("AGENT_PART", "0/1").split("/"))  # each so many-th of them
    tests = tests[part::parts]
    for jdk in found:
        for name, test in tests:
            if not ONLY or name in ONLY:
                results[attempt(name, test, jdk)] += 1
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**results))
    return results["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
