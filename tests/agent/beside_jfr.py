"""Our recordings beside those of the JVM's own recorder. Used by run.py."""
import json
import os
import re
import signal
import subprocess

import recording as rec
from control import record, Running, fresh_folder, status
from jvms import AGENT, PATIENCE, in_any_jvm, path, release, wait_for


def chunks(file):
    """The bytes of each chunk, by the sizes in their headers."""
    with open(file, "rb") as f:
        data = f.read()
    found, at = [], 0
    while at < len(data):
        assert data[at:at + 4] == b"FLR\0", (file, at)
        size = int.from_bytes(data[at + 8:at + 16], "big")
        found.append(data[at:at + size])
        at += size
    return found


def everything(jdk, file):
    """All events as the JDK's jfr prints them: what they say but for times, and when they began, sorted."""
    out = subprocess.run([rec.jfr(jdk), "print", "--json", "--stack-depth", "64", file], capture_output=True,
                         text=True, check=True).stdout
    events = json.loads(out)["recording"]["events"]
    is_time = re.compile(r'"(PT[0-9.A-Z]*|[0-9-]{10}T[0-9:.]*(Z|[+-][0-9:]*))"')
    return (sorted(is_time.sub("TIME", json.dumps(e, sort_keys=True)) for e in events),
            sorted(rec.time_ns(e["values"]["startTime"]) for e in events))


def test_beside_jfr(jdk):
    """--jfr: our samples and the JVM's events in one file, in which each is what it was alone; no sample
    of the JVM's, and nothing that both would write, twice. Also when the JVM is killed."""
    folder = fresh_folder(jdk, "beside")
    if release(jdk) < 17:
        with Running(jdk, "Shares", "end", 2) as jvm:
            jvm.ready()
            refused = record("--jfr", "default", "-o", f"{folder}/r.jfr", jvm.pid)
            assert refused.returncode == 2 and "--jfr needs JDK 17" in refused.stderr, refused.stderr
            jvm.end()
        return "refused"
    file, settings = f"{folder}/r.jfr", f"{folder}/own settings.jfc"
    with open(settings, "w") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?><configuration version="2.0" label="own" description="own" provider="us">'
                  '<event name="jdk.ExecutionSample"><setting name="enabled">true</setting>'
                  '<setting name="period">1 ms</setting></event>'
                  '<event name="jdk.JVMInformation"><setting name="enabled">true</setting>'
                  '<setting name="period">beginChunk</setting></event>'
                  '<event name="jdk.CPULoad"><setting name="enabled">true</setting>'
                  '<setting name="period">100 ms</setting></event></configuration>')
    said = []
    for how in (settings, "default", "killed"):
        with Running(jdk, "Shares", "end", 2) as jvm:
            jvm.ready()
            recorder = subprocess.Popen(
                [rec.JFRTOOL, "record", "--agent", AGENT, "--timeout", str(PATIENCE), "--jfr",
                 "default" if how == "killed" else how, "-o", file, jvm.pid, "interval=5ms", "flush=50ms"],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            wait_for(lambda: rec.samples(file) > 30 or recorder.poll() is not None, file)
            if how == "killed":
                jvm.child.kill()
            else:
                recorder.send_signal(signal.SIGTERM)
            _, complaint = recorder.communicate(timeout=PATIENCE)
            if how != "killed":
                jvm.end()
        if how == "killed":  # whether its recorder had flushed anything is its own affair
            assert rec.samples(file) > 30 and not os.path.exists(f"{file}.events"), complaint
            os.unlink(file)
            continue
        assert recorder.returncode == 0, complaint
        parts = []
        for part in chunks(file):
            with open(f"{folder}/part.jfr", "wb") as out:
                out.write(part)
            parts.append(everything(jdk, f"{folder}/part.jfr"))
        both, times = everything(jdk, file)
        assert both == sorted(e for p, _ in parts for e in p), "events differ where chunks stand together"
        alone = sorted(t for _, p in parts for t in p)
        # the reader's arithmetic begins at another chunk
        assert all(abs(a - b) < 100_000 for a, b in zip(times, alone)), "times differ"
        types = [rec.count(re.findall(r'"type": "(\w+\.\w+)"', e)[0] for e in p) for p, _ in parts]
        ours = [t for t in types if t["jfragent.SamplingStatistics"]]
        theirs = [t for t in types if not t["jfragent.SamplingStatistics"]]
        assert ours and theirs and sum(t["jdk.ExecutionSample"] for t in ours) > 30, types
        for name in ("jdk.ExecutionSample", "jdk.NativeMethodSample"):
            assert not any(t[name] for t in theirs), types
        for name in ("jdk.CPULoad", "jdk.GarbageCollection", "jdk.ThreadStart", "jdk.ThreadCPULoad"):
            assert not any(t[name] for t in ours), types
        assert all(t["jdk.JVMInformation"] for t in theirs), types
        assert not [f for f in os.listdir("/tmp") if f.startswith(".jfrtool") and jvm.pid in f]
        os.unlink(file)
        said.append(f"{len(both)} events")
    refused = record("--jfr", "default", "--detach", jvm.pid)
    assert refused.returncode == 2 and "leave out --detach" in refused.stderr, refused.stderr
    return ", ".join(said)


@in_any_jvm
def test_jvms_events(jdk):
    """A recording has the JVM's own events unless --no-jfr says that it has not; where the JVM's recorder refuses,
    it has our samples, and that is said."""
    if release(jdk) < 17:
        return "the JVM's own events come with ours from JDK 17 on"
    folder = fresh_folder(jdk, "events")
    said = []
    flags = ["-XX:+EnableDynamicAgentLoading"] if release(jdk) >= 21 else []
    with Running(jdk, "Shares", "end", 2, flags=flags) as jvm:
        jvm.ready()
        for how, expected in (("with-jfr", True), ("--no-jfr", False), ("refused", False)):
            file = f"{folder}/{how}.jfr"
            if how == "refused":  # one of that name runs already
                subprocess.run([f"{jdk}/bin/jcmd", jvm.pid, "JFR.start", "name=jfrtool"], check=True, capture_output=True)
            run = record("with-jfr" if how != "--no-jfr" else "--no-jfr", "-d", "1s", "-o", file, jvm.pid, "interval=5ms")
            assert run.returncode == 0, run.stderr
            types = rec.count(e["type"] for e in rec.events(jdk, file, "jdk.GCConfiguration", "jdk.ExecutionSample"))
            assert (types["jdk.GCConfiguration"] > 0) == expected and types["jdk.ExecutionSample"] > 0, (how, types)
            assert ("without the JVM's own events" in run.stderr) == (how == "refused"), run.stderr
            said.append(f"{how}: {types['jdk.ExecutionSample']} samples")
        jvm.end()
    return ", ".join(said)


def test_jfr_cpu(jdk):
    """The JVM's sampler by CPU time, where it has one: its samples, and none of the usual sampler."""
    file = f"{fresh_folder(jdk, 'cpu')}/r.jfr"
    with Running(jdk, "Shares", "end", 2) as jvm:
        jvm.ready()
        run = record("--engine", "jfr-cpu", "--detach", "-o", file, jvm.pid)
        if release(jdk) < 25:
            assert run.returncode == 2 and "JDK 25 is the first" in run.stderr, run.stderr
            jvm.end()
            return "refused"
        assert run.returncode == 0, run.stderr
        part = f"{file}.part"
        wait_for(lambda: record("--engine", "jfr", "--dump", "-o", part, jvm.pid).returncode == 0 and
                 rec.samples(part, "--event", "jdk.CPUTimeSample") > 20, "samples by CPU time")
        assert record("--engine", "jfr", "--stop", jvm.pid).returncode == 0
        jvm.end()
    assert not rec.events(jdk, file, "jdk.ExecutionSample")
    return f"{len(rec.events(jdk, file, 'jdk.CPUTimeSample'))} samples"


def test_jfr_late_start(jdk):
    """A JVM that is stopped starts no recording of its own recorder later: what it is asked first changes
    nothing."""
    file = f"{fresh_folder(jdk, 'jfr-late')}/r.jfr"
    with Running(jdk, "Shares", "end", 1) as jvm:
        jvm.ready()
        wait_for(lambda: "no recording of jfrtool" in record("--engine", "jfr", "--status", jvm.pid).stderr,
                 "its recorder")
        jvm.child.send_signal(signal.SIGSTOP)
        run = subprocess.run([rec.JFRTOOL, "record", "--engine", "jfr", "--timeout", "500ms", "-d", "1s",
                              "-o", file, jvm.pid], capture_output=True, text=True)
        jvm.child.send_signal(signal.SIGCONT)
        assert run.returncode == 2 and "did not answer" in run.stderr, run.stderr
        after = record("--engine", "jfr", "--status", jvm.pid)
        assert "no recording of jfrtool" in after.stderr, after.stderr
        jvm.end()
