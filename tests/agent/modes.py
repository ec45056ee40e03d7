"""Waits and allocation, beside samples or without them: as the threads measured them themselves."""
import math
import os

import recording as rec
from jvms import chance, in_any_jvm, java, path, release


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


@in_any_jvm
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


@in_any_jvm
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


@in_any_jvm
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
    if release(jdk) < 24:
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


def test_contended(jdk):
    """A wait for a monitor of a virtual thread, which leaves its carrier for it, is its own and as long as it was."""
    if release(jdk) < 24:
        return "here virtual threads wait on their carriers"
    file = path("contended.jfr")
    out = java(jdk, f"file={file},lock=20ms", "Contended")
    truth = {int(line.split()[1]): int(line.split()[2]) for line in out.splitlines() if line.startswith("wait ")}
    called = [(e, [f["method"]["name"] for f in e["stackTrace"]["frames"]])
              for e in rec.events(jdk, file, "jdk.JavaMonitorEnter")]
    # They wait for each other, too, where they print, if processors are few.
    waits = [e for e, names in called if "waitLong" in names and "say" not in names]
    had = {e["eventThread"]["javaThreadId"]: rec.nanos(e["duration"]) for e in waits}
    assert len(truth) == 30 and len(waits) == len(had) and set(had) <= set(truth) and len(had) >= 28, \
        (len(truth), len(waits), sorted(set(had) ^ set(truth)))
    # Its own clock begins before it waits, and ends when it has the monitor.
    wrong = {i: (ns, truth[i]) for i, ns in had.items() if not 0.8 * truth[i] - 2e7 <= ns <= 1.01 * truth[i] + 1e7}
    assert not wrong, wrong
    owners = rec.count((e["previousOwner"] or {}).get("javaName") for e in waits)
    assert set(owners) <= {"holder", None}, owners
    return f"{len(had)} of {len(truth)} waits, {sum(had.values()) / 1e9:.2f} of {sum(truth.values()) / 1e9:.2f} s"


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
