"""Samples of the engines: whose they are, as their CPU time or the JVM's own recorder says. Each test gets a
JDK; what it returns is shown."""
import math
import os
import re
import subprocess

import recording as rec
from jvms import HERE, LONG, TEMP, chance, cpu, in_any_jvm, java, jdks, path, release


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
    settings, file, other = rec.jvm_samples(path("both.jfc")), path("both.jfr"), path("jvm.jfr")
    java(jdk, f"file={file},interval=10ms,native-interval=0", "Shares", "end", 2,
         until=rec.have(file, 3500 if LONG else 700, "--include", r"Shares\."),
         flags=(f"-XX:StartFlightRecording=settings={settings},filename={other}",
                "-Xlog:jfr*=off"))
    shares = []
    for recorded in (file, other):
        events = rec.events(jdk, recorded, "jdk.ExecutionSample")
        if recorded == other:
            events = rec.known(events)
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


def test_waits_for_memory(jdk):
    """A method that waits for memory is charged with it, also where it is inlined beside others, which have
    the processor's next instruction: at least with what rounds take longer when the caches miss."""
    said = []
    for engine in ("cpu", "suspend"):
        file = path("misses.jfr")
        output = java(jdk, f"file={file},engine={engine},interval=2ms,flush=300ms,native-interval=0", "Misses", "end",
                      until=rec.have(file, 400, "--include", r"Misses\.many"),
                      flags=("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,Misses::run"))
        took = {kind: float(ns) for kind, ns in re.findall(r"^(few|many) ([\d.E-]+)$", output, re.M)}
        tops = [rec.top(e) for e in rec.events(jdk, file, "jdk.ExecutionSample")
                if any(rec.method(f) == "Misses.many" for f in e["stackTrace"]["frames"])]
        load, least = 100 * tops.count("Misses.load") / len(tops), 100 - 100 * took["few"] / took["many"]
        assert len(tops) >= 100 and load >= least - 10, (engine, least, took, rec.count(tops))
        said.append(f"{engine}: {load:.0f} % of {len(tops)}, at least {least:.0f} % in truth")
    return "; ".join(said)


def test_inlined(jdk):
    """Which frames are inlined, compiled and interpreted: as the JVM's own recorder says of the same
    run, for each method of a chain of which some are inlined."""
    settings, file, other = rec.jvm_samples(path("inlined.jfc")), path("inlined.jfr"), path("inlined-jvm.jfr")
    java(jdk, f"file={file},interval=5ms,native-interval=0", "Inline", "end",
         until=rec.have(file, 2000 if LONG else 800, "--include", r"Inline\."),
         flags=("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,Inline::near",
                "-XX:CompileCommand=dontinline,Inline::far",
                f"-XX:StartFlightRecording=settings={settings},filename={other}",
                "-Xlog:jfr*=off"))
    # The types of the six frames together: when the JIT compiles what is a matter of chance, but what
    # occurs at all must occur in both.
    seen, inlined = [], 0
    for recorded in (file, other):
        combinations = rec.count([])
        events = rec.events(jdk, recorded, "jdk.ExecutionSample")
        for event in rec.known(events) if recorded == other else events:
            types = {rec.method(f)[7:]: f["type"] for f in event["stackTrace"]["frames"]
                     if rec.method(f).startswith("Inline.")}
            if len(types) == 6:
                called = [types[m] for m in ("twig", "leaf", "near", "via", "far", "run")]
                if release(jdk) < 17:  # its recorder calls them compiled
                    inlined += "Inlined" in called
                    called = [t.replace("Inlined", "JIT compiled") for t in called]
                combinations[tuple(called)] += 1
        seen.append(combinations)
    for some, others in (seen, seen[::-1]):
        n = sum(some.values())
        assert n >= 20, seen
        for types, count in some.items():
            assert count < 5 + 0.05 * n or types in others, (types, seen)
    inlined += sum(n for types, n in seen[0].items() if "Inlined" in types)
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
    tools = jdks()[0]  # a JRE has none
    subprocess.run([f"{tools}/bin/javac", "--release", "11", "-Xlint:-options", "-d", other,
                    os.path.join(other, "Redefined.java")], check=True)
    manifest, jar, file = path("manifest"), path("redefine.jar"), path("redefined.jfr")
    with open(manifest, "w") as out:
        out.write("Premain-Class: Redefine\nCan-Redefine-Classes: true\n")
    subprocess.run([f"{tools}/bin/jar", "cfm", jar, manifest, "-C", TEMP.name, "Redefine.class"],
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
    if release(jdk) < 24:
        return "this JVM does not say which virtual thread runs"
    said = []
    for flags, engine in (((), "suspend"), (("-XX:+UseZGC", "-XX:ZCollectionInterval=0.5"), "suspend"),
                          (("-XX:+UseShenandoahGC",), "cpu"), ((), "cpu"), (("-Xcheck:jni",), "suspend")):
        file = path("virtual.jfr")
        out = java(jdk, f"file={file},flush=300ms,interval=3ms,native-interval=0,engine={engine}",
                   "Virtual", "end", flags=flags, until=rec.have(file, 400))
        assert len(out.splitlines()) == 1, out
        ids = [int(i) for i in out.split("ids ")[1].split()]
        names = {i: (f"green-{n}" if n < 4 else "") for n, i in enumerate(ids)}
        samples = rec.events(jdk, file, "jdk.ExecutionSample")
        threads = [e["sampledThread"] for e in samples]
        if flags != ("-Xcheck:jni",) and release(jdk) >= 25:  # frames that are in the heap are walked there
            cut = sum(rec.method(f) == "[frames in the heap]" for e in samples for f in e["stackTrace"]["frames"])
            assert cut <= 2 + 0.1 * len(samples), (cut, len(samples))
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
    warned = [w["text"] for w in shown["warnings"] if "expected from the period" in w["text"]]
    assert bool(warned) == bool(off) and all(name in warned[0] for name in off[:3]), (off, warned)


@in_any_jvm
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


@in_any_jvm
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


@in_any_jvm
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


@in_any_jvm
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
