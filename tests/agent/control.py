"""Where recordings go, and what is asked of one that is running. Used by run.py."""
import glob
import json
import math
import os
import re
import signal
import socket
import subprocess
import tempfile
import time

import recording as rec
from jvms import AGENT, HERE, PATIENCE, TEMP, in_any_jvm, java, path, release, wait_for


def record(*args):
    """By the agent alone, unless they say otherwise."""
    alone = () if {"--jfr", "--engine", "with-jfr"} & set(args) else ("--no-jfr",)
    return subprocess.run([rec.JFRTOOL, "record", "--agent", AGENT, "--timeout", str(PATIENCE), *alone,
                           *(a for a in args if a != "with-jfr")],
                          capture_output=True, text=True, timeout=2 * PATIENCE)


def begin(jvm, *args):
    """Starts a recording of a JVM that may not be ready yet."""
    said = []

    def begun():
        run = record("--detach", *args, jvm.pid)
        said[:] = [run.stderr]
        assert jvm.child.poll() is None, f"the JVM ended: {jvm.said()}"
        return run.returncode == 0
    wait_for(begun, lambda: f"a recording ({said[0].strip()})")


class Running:
    """A JVM with a workload, for as long as the block lasts; its output is in said()."""

    def __init__(self, jdk, main, *args, options=None, flags=(), preload=None):
        agent = [f"-agentpath:{AGENT}={options}"] if options else []
        self.out = path("running.out")
        with open(self.out, "w") as said:
            self.child = subprocess.Popen([f"{jdk}/bin/java", *flags, *agent, "-cp", TEMP.name, main,
                                           *map(str, args)], stdin=subprocess.PIPE, stdout=said,
                                          stderr=subprocess.STDOUT,
                                          env=dict(os.environ, LD_PRELOAD=preload) if preload else None)
        self.pid = str(self.child.pid)

    def ready(self):
        """Waits until it can be attached to."""
        wait_for(lambda: self.pid in subprocess.run([rec.JFRTOOL, "jvms"], capture_output=True,
                                                    text=True).stdout.split(), "a JVM")

    def said(self):
        with open(self.out) as said:
            return said.read()

    def end(self):
        """Lets it end in order; returns what it said."""
        self.child.stdin.close()
        assert self.child.wait(PATIENCE) == 0, self.said()
        return self.said()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()


def run_once(jdk, options):
    """What a JVM says that is given an output which is there already, or cannot be."""
    with Running(jdk, "Shares", 0, options=options) as jvm:
        return jvm.end()


def fresh_folder(jdk, name):
    return tempfile.mkdtemp(prefix=f"{name}-{os.path.basename(jdk)}-", dir=TEMP.name)


def is_complete(jdk, file):
    """Whether the JDK's jfr reads the file, all of it, and it knows which JVM it is of."""
    run = subprocess.run([rec.jfr(jdk), "print", "--events", "jdk.JVMInformation", file],
                         capture_output=True, text=True, check=True)
    return "jvmName" in run.stdout


@in_any_jvm
def test_names(jdk):
    """Host and environment in names; what is not set is nothing."""
    os.environ["JFRAGENT_POD"] = "pod-7"
    folder = fresh_folder(jdk, "names")
    java(jdk, f"file={folder}/%h-%{{JFRAGENT_POD}}-%{{JFRAGENT_NONE}}-%%.jfr", "Shares", 0)
    assert os.listdir(folder) == [f"{socket.gethostname()}-pod-7--%.jfr"], os.listdir(folder)


@in_any_jvm
def test_every(jdk):
    """A new file each second, each a recording of its own; the oldest are removed; none of them lacks
    what the others have, and no sample is in two."""
    folder = fresh_folder(jdk, "every")

    def names():
        return sorted(glob.glob(f"{folder}/*.jfr"))
    seen = set()

    def enough(_):
        seen.update(names())
        return len(seen) >= 6
    java(jdk, f"file={folder}/r-%t.jfr,every=1s,keep=3,flush=100ms,interval=5ms", "Shares", "end", 2, until=enough)
    left = sorted(os.path.join(folder, f) for f in os.listdir(folder))
    assert len(left) == 3 and left == names(), left
    assert left[-1] >= max(seen) and min(seen) not in left, (left, seen)
    for file in left:
        assert is_complete(jdk, file), file
    together = sum(map(rec.samples, left))
    assert rec.samples(*left) == together, left  # what is in two is counted once
    return f"{together} samples in the last three of {len(seen)}"


@in_any_jvm
def test_every_record(jdk):
    """The same in a running JVM; nobody waits for files that follow each other."""
    folder = fresh_folder(jdk, "every-record")
    with Running(jdk, "Shares", "end", 1) as jvm:
        jvm.ready()
        options = ("-o", f"{folder}/r-%t.jfr", "every=1s", "keep=2", "flush=100ms", "interval=5ms")
        alone = record("-d", "5s", *options, jvm.pid)
        assert alone.returncode == 2 and "needs --detach" in alone.stderr, alone
        begun = record("--detach", *options, jvm.pid)
        assert begun.returncode == 0, begun.stderr
        seen = set()

        def enough():
            seen.update(os.listdir(folder))
            return len(seen) >= 4
        wait_for(enough, "four files")
        assert record("--stop", jvm.pid).returncode == 0
        jvm.end()
    left = sorted(os.listdir(folder))
    assert len(left) == 2 and left[-1] >= max(seen), (left, seen)
    assert all(is_complete(jdk, f"{folder}/{file}") for file in left), left


@in_any_jvm
def test_signal_taken(jdk):
    """Java code has a handler for the usual signal: another one is taken, unless it was asked for."""
    file = f"{fresh_folder(jdk, 'signal')}/r.jfr"
    with Running(jdk, "Busy", 600, "PROF") as jvm:
        wait_for(lambda: "ready" in jvm.said(), "the handler")
        asked = record("-d", "1s", "-o", file, "signal=PROF", jvm.pid)
        assert asked.returncode == 2 and "used by someone else" in asked.stderr, asked
        assert record("--detach", "-o", file, "interval=1ms", "flush=100ms", jvm.pid).returncode == 0
        wait_for(lambda: rec.samples(file) > 20, "samples by another signal")
        assert record("--stop", jvm.pid).returncode == 0
        assert re.search(r"signal 27 is used by someone else in this process; taken is \d+", jvm.said()), \
            jvm.said()
    assert "Busy.work" in rec.hot_methods(file)


@in_any_jvm
def test_signal_replaced(jdk):
    """Java code puts a handler in the place of ours: that is said, and samples come by another signal."""
    for engine in ("cpu", "suspend"):
        file = f"{fresh_folder(jdk, engine)}/r.jfr"
        with Running(jdk, "Busy", 600, "PROF",
                     options=f"file={file},engine={engine},interval=1ms,flush=100ms") as jvm:
            wait_for(lambda: "someone else has taken signal 27; the recording continues by" in jvm.said(),
                     "that it is noticed")
            before = rec.samples(file)
            wait_for(lambda: rec.samples(file) >= before + 50, "samples by another signal")
            assert record("--stop", jvm.pid).returncode == 0
            assert jvm.said().count("jfragent:") == 1, jvm.said()
        assert "Busy.work" in rec.hot_methods(file)


@in_any_jvm
def test_removed(jdk):
    """A recording that somebody removes is begun anew, and said; in a removed folder, when it is there
    again."""
    folder = fresh_folder(jdk, "removed")
    file = f"{folder}/r.jfr"
    with Running(jdk, "Shares", "end", 2, options=f"file={file},flush=100ms,interval=5ms") as jvm:
        wait_for(lambda: rec.samples(file) > 20, file)
        os.unlink(file)
        wait_for(lambda: os.path.exists(file) and rec.samples(file) > 20, "the file again")
        os.unlink(file)
        os.rmdir(folder)
        wait_for(lambda: "No such file" in jvm.said(), "a sentence about the folder")
        os.makedirs(folder)
        wait_for(lambda: os.path.exists(file) and rec.samples(file) > 20, "the file in the new folder")
        said = jvm.end()
    assert is_complete(jdk, file)
    assert said.count("was removed; what follows goes to a new file") == 2, said
    assert said.count("can be written again") == 1, said


@in_any_jvm
def test_two_writers(jdk):
    """Two JVMs with the same file: the second says so, and runs without a recording; the first loses
    nothing. When the first is gone, its file may be replaced."""
    file = f"{fresh_folder(jdk, 'shared')}/r.jfr"
    with Running(jdk, "Shares", "end", 1, options=f"file={file},flush=100ms,interval=5ms") as first:
        wait_for(lambda: rec.samples(file) > 20, file)
        before = os.stat(file).st_ino
        run = run_once(jdk, f"file={file}")
        assert "another process is writing it" in run and "done" in run, run
        assert os.stat(file).st_ino == before
        first.end()
    n = rec.samples(file)
    assert n > 20
    run_once(jdk, f"file={file}")
    assert os.stat(file).st_ino != before
    return f"{n} samples"


@in_any_jvm
def test_starts_anyway(jdk):
    """An output that cannot be written keeps no JVM from starting; a later attach records."""
    for file in ("/nonexistent/x.jfr", TEMP.name):
        out = run_once(jdk, f"file={file}")
        assert f"cannot write {file}" in out and "the JVM continues" in out and "done" in out, out
    file = f"{fresh_folder(jdk, 'later')}/r.jfr"
    with Running(jdk, "Shares", "end", 1, options="file=/nonexistent/x.jfr") as jvm:
        begin(jvm, "-o", file, "interval=5ms")
        wait_for(lambda: rec.samples(file) > 20, file)
        assert record("--stop", jvm.pid).returncode == 0
        jvm.end()


def test_late_start(jdk):
    """A JVM that is stopped when a recording is asked of it starts none when it goes on later."""
    for detach in ((), ("--detach",)):
        file = f"{fresh_folder(jdk, 'late')}/r.jfr"
        with Running(jdk, "Shares", "end", 1) as jvm:
            wait_for(lambda now=jvm: record("--stop", now.pid).stderr.count("no recording of the agent") == 1,
                     "a JVM that can be attached to")
            jvm.child.send_signal(signal.SIGSTOP)
            run = subprocess.run([rec.JFRTOOL, "record", "--agent", AGENT, "--timeout", "500ms", "-d", "60s",
                                  *detach, "-o", file, jvm.pid], capture_output=True, text=True)
            jvm.child.send_signal(signal.SIGCONT)
            assert run.returncode == 2 and "did not answer within" in run.stderr, run.stderr
            # Commands are taken in turn: when this one is answered, the one before has been.
            after = record("--stop", jvm.pid)
            assert "no recording of the agent" in after.stderr, after.stderr
            assert not os.path.exists(file)
            assert "requested too long ago" in jvm.end()


def status(pid, *args):
    run = record("--status", "--json", *args, pid)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@in_any_jvm
def test_status(jdk):
    """What --status says of a recording is what the JDK's jfr then finds in it, no more; what was asked
    for became something; without a recording there is a sentence."""
    file = f"{fresh_folder(jdk, 'status')}/r.jfr"
    with Running(jdk, "Shares", "end", 2,
                 options=f"file={file},flush=100ms,interval=5ms,wall=50ms") as jvm:
        wait_for(lambda: rec.samples(file) > 50, file)
        wait_for(lambda: status(jvm.pid)["threads"]["requested"] > 0, "its first second")
        said = status(jvm.pid)
        people = record("--status", jvm.pid).stdout
        assert record("--stop", jvm.pid).returncode == 0
        gone = record("--status", jvm.pid)
        jvm.end()
    assert gone.returncode == 2 and "no recording of the agent" in gone.stderr, gone.stderr
    assert said["pid"] == int(jvm.pid) and said["main_class"] == "Shares" and said["file"] == file, said
    # It counts until it stops, which may be soon after: never less than what was said.
    found = {"running": "jdk.ExecutionSample", "native": "jdk.NativeMethodSample",
             "wall": "profiler.WallClockSample"}
    assert set(said["samples"]) == set(found), said
    for key, event in found.items():
        assert len(rec.events(jdk, file, event)) >= said["samples"][key], (key, said)
    assert said["samples"]["running"] + said["samples"]["native"] >= 40 and said["samples"]["wall"] > 0
    asked, became = said["threads"]["requested"], sum(
        said["threads"][k] for k in ("taken", "timed_out", "left_state", "exited", "failed"))
    assert asked == became > 0 and said["lost_events"] == 0, said
    started = [rec.time_ns(e["recordingStart"]) for e in rec.events(jdk, file, "jdk.ActiveRecording")][0]
    assert abs(started - said["started_ns"]) < 2_000_000, (started, said)
    assert file in people and "in time" not in people.split("threads")[0], people
    return f"{said['samples']} of {asked} asked"


def test_dump(jdk):
    """What was recorded so far is a complete recording, the beginning of the whole one; sampling goes
    on. With the JVM's own recorder likewise."""
    folder = fresh_folder(jdk, "dump")
    file, part = f"{folder}/r.jfr", f"{folder}/part.jfr"
    with Running(jdk, "Shares", "end", 2) as jvm:
        for engine in ("agent", "jfr"):
            own = ("--engine", "jfr") if engine == "jfr" else ()
            options = ("settings=profile",) if own else ("interval=2ms", "flush=20ms", "chunk-size=64KB")
            begin(jvm, *own, "-o", file, *options)
            parts = []
            while len(parts) < 2:
                run = record("--dump", *own, "-o", part, jvm.pid)
                assert run.returncode == 0 and "continues" in run.stderr, run.stderr
                assert not os.path.exists(f"{part}.new")
                parts.append({(e["startTime"], rec.thread(e)) for e in
                              rec.events(jdk, part, "jdk.ExecutionSample") if e["stackTrace"]})
                if len(parts[-1]) <= (len(parts[-2]) if len(parts) > 1 else 10):
                    parts.pop()  # not yet more than before
                check = subprocess.run([rec.JFRTOOL, "summary", "--json", part], capture_output=True, text=True)
                assert check.returncode == 0 and json.loads(check.stdout)["lost_bytes"] == 0, check.stdout
            if own:
                assert "running" in status(jvm.pid, *own)["jvm_says"]
            assert record("--stop", *own, jvm.pid).returncode == 0
            whole = {(e["startTime"], rec.thread(e)) for e in rec.events(jdk, file, "jdk.ExecutionSample")}
            assert parts[0] < parts[1] <= whole, [len(p) for p in (*parts, whole)]
            refused = record("--dump", *own, "-o", part, jvm.pid)
            assert refused.returncode == 2 and "no recording of" in refused.stderr, refused.stderr
        jvm.end()
    return ", ".join(str(len(p)) for p in (*parts, whole))


def test_while_it_starts(jdk):
    """A JVM that handles SIGQUIT already goes into its folder of performance data and comes back: what tells it
    to listen is where it looks, also then, and it writes no thread dump for a signal that it did not expect."""
    folder, slow = fresh_folder(jdk, "starts"), path("slow_visits.so")
    subprocess.run(["cc", "-O1", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", slow, f"{HERE}/slow_visits.c"], check=True)
    with Running(jdk, "Shares", "end", 1, preload=slow) as jvm:
        where = f"/proc/{jvm.pid}/cwd"
        wait_for(lambda: "hsperfdata_" in os.readlink(where), "a JVM in its folder of performance data")
        begin(jvm, "-o", f"{folder}/r.jfr")
        assert not [f for f in ("/tmp/hsperfdata_*", where) if glob.glob(f"{f}/.attach_pid{jvm.pid}")]
        assert record("--stop", jvm.pid).returncode == 0
        said = jvm.end()
    assert "Full thread dump" not in said, said


def test_others_after_us(jdk):
    """Another agent that takes the signals of faults between two recordings, and gives on to ours what is not its
    own: a fault of the program ends at the JVM, and does not go round between the two for ever."""
    folder, other = fresh_folder(jdk, "after"), path("fault_chain.so")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", other, f"{HERE}/fault_chain.c"], check=True)
    with Running(jdk, "Nulls", "end") as jvm:
        for turn in range(3):
            begin(jvm, "-o", f"{folder}/{turn}.jfr")
            time.sleep(0.3)
            assert record("--stop", jvm.pid).returncode == 0
            if turn == 0:
                subprocess.run([f"{jdk}/bin/jcmd", jvm.pid, "JVMTI.agent_load", other], check=True, capture_output=True,
                               timeout=PATIENCE)
        said = jvm.end()
    assert "done" in said, said


def test_waits(jdk):
    """Waits in java.util.concurrent's ways, as often and as long as the threads measured themselves."""
    file = f"{fresh_folder(jdk, 'waits')}/r.jfr"
    with Running(jdk, "Waits", "end", options=f"file={file},flush=100ms,lock=20ms,interval=0") as jvm:
        wait_for(lambda: rec.samples(file, "--event", "jdk.ThreadPark", "--thread",
                                     "^(condition|stamped|future|latch)$") >= 80, file)
        out = jvm.end()
    wanted = {"condition": "AbstractQueuedSynchronizer$ConditionObject", "stamped": "StampedLock",
              "future": "CompletableFuture$Signaller", "latch": "CountDownLatch$Sync"}
    events = rec.events(jdk, file, "jdk.ThreadPark")
    said = []
    for line in out.splitlines():
        name, count, ns = (line.split() + ["", ""])[:3]
        if name not in wanted:
            continue
        mine = [e for e in events if rec.thread(e) == name and
                e["parkedClass"]["name"].endswith(wanted[name])]
        waited = sum(rec.nanos(e["duration"]) for e in mine)
        # A wait may be two parks, or begin so late that it is a short one.
        assert 3 <= len(mine) <= 2 + 2 * int(count), (name, len(mine), line)
        assert 20e6 * len(mine) <= waited <= 1.01 * int(ns), (name, waited, line)
        said.append(f"{name} {len(mine)} of {count}")
    assert len(said) == 4, out
    return ", ".join(said)


def test_live(jdk):
    """Objects that are kept are there at the end, by class and method as many bytes as are alive; what was
    dropped is not. With little room, too, where every second one goes."""
    said = []
    for interval in ("64KB", "8KB"):  # 8 KB: about 90,000 samples, for 4,096 places
        file = f"{fresh_folder(jdk, 'live')}/r.jfr"
        with Running(jdk, "Leaks", "end", options=f"file={file},interval=0,alloc={interval},live=gc",
                     flags=("-Xmx512m",)) as jvm:
            wait_for(lambda now=jvm: "kept" in now.said(), "what is kept")
            if interval == "64KB":  # else it ends with the JVM
                assert record("--stop", jvm.pid).returncode == 0
            out = jvm.end()
        wanted = dict(zip(("[J", "[C"), map(int, out.split("kept ")[1].split()[:2])))
        events = rec.events(jdk, file, "profiler.LiveObject")
        assert not [e for e in events if e["objectClass"]["name"] == "[I"], "dropped, and alive"
        for name, method in (("[J", "Leaks.keepLongs"), ("[C", "Leaks.keepChars")):
            mine = [e for e in events if e["objectClass"]["name"] == name and rec.top(e) == method]
            size, bound = sum(e["allocationSize"] for e in mine), 0.05 + 4 / math.sqrt(max(len(mine), 1))
            bound += 0.2 if release(jdk) < 17 else 0  # its samples are worth too much; why is not known
            assert abs(size / wanted[name] - 1) <= bound, (name, len(mine), size, wanted)
            assert all(rec.time_ns(e["allocationTime"]) <= rec.time_ns(e["startTime"]) for e in mine)
            said.append(f"{name} {100 * size / wanted[name]:.0f} % by {len(mine)}")
        methods = rec.hot_methods(file, "--event", "live")
        assert {"Leaks.keepLongs", "Leaks.keepChars"} <= set(methods), methods
    return ", ".join(said)


def test_views(jdk):
    """The stock views that ask for types which the agent does not write show what there is."""
    file = f"{fresh_folder(jdk, 'views')}/r.jfr"
    with Running(jdk, "Leaks", "end", options=f"file={file},lock=1ms", flags=("-Xmx512m",)) as jvm:
        wait_for(lambda: "kept" in jvm.said(), "collections")
        jvm.end()
    collections = rec.events(jdk, file, "jdk.GarbageCollection")
    for view in ("gc", "latencies-by-type", "recording"):
        run = subprocess.run([rec.jfr(jdk), "view", view, file], capture_output=True, text=True)
        if "unknown command" in (run.stdout + run.stderr):
            return "this JDK has no views"
        assert run.returncode == 0 and "Missing event" not in run.stdout and "Can't find" not in run.stdout, run
        if view == "gc":
            rows = [line for line in run.stdout.splitlines() if re.match(r"\d\d:\d\d:\d\d ", line)]
            assert len(rows) == len(collections) > 0, run.stdout
    return f"{len(collections)} collections"


def test_gc_cause(jdk):
    """Collections have the causes that the JVM logs, where it counts at all."""
    folder, said = fresh_folder(jdk, "causes"), []
    for n, flags in enumerate((("-XX:+UseSerialGC",), ("-XX:+UseG1GC", "-XX:InitiatingHeapOccupancyPercent=1"),
                               ("-XX:+UseSerialGC", "-XX:-UsePerfData"))):
        file, log = f"{folder}/{n}.jfr", f"{folder}/{n}.log"
        with Running(jdk, "Leaks", "end", options=f"file={file},interval=0",
                     flags=("-Xmx512m", f"-Xlog:gc:file={log}", *flags)) as jvm:
            jvm.end()
        with open(log) as lines:
            logged = re.findall(r"Pause (?:Young|Full).* \(([^()]+(?:\(\))?)\) \d", lines.read())
        causes = [e["cause"] for e in rec.events(jdk, file, "jdk.GarbageCollection")]
        if "-XX:-UsePerfData" in flags:
            assert len(causes) == len(logged) and not any(causes), (causes, logged)
            continue
        # G1's pauses to remark and to clean up have none.
        assert rec.count(filter(None, causes)) == rec.count(logged), (flags, causes, logged)
        assert "System.gc()" in logged and len(set(logged)) > 1, logged
        said.append(f"{flags[0][8:]} {len(logged)} of {len(causes)}")
    return ", ".join(said)


def test_state(jdk):
    """The state of execution samples, which converters select by; that of wall samples is their own."""
    said = []
    for state, wanted in ((",state=runnable", "STATE_RUNNABLE"), ("", "STATE_DEFAULT")):
        file = path("state.jfr")
        java(jdk, f"file={file},flush=300ms,interval=5ms,wall=50ms{state}", "Modes", "end",
             until=rec.have(file, 20, "--event", "wall", "--thread", "sleeper", least=20))
        samples = rec.count(e["state"] for e in rec.events(jdk, file, "jdk.ExecutionSample"))
        waits = rec.count(e["state"] for e in rec.events(jdk, file, "profiler.WallClockSample"))
        assert set(samples) == {wanted}, samples
        assert "STATE_DEFAULT" not in waits and "STATE_SLEEPING" in waits, waits
        said.append(f"{wanted} {samples.total()}")
    return ", ".join(said)
