"""How it is started, what it says of options, what it adds, what it does without the JVM's tables."""
import glob
import os
import subprocess

import recording as rec
from jvms import (AGENT, HERE, LONG, PATIENCE, ROOT, TEMP, in_any_jvm, java, jdks, on_processors, path, wait_for)
from sampling import check_shares


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


@in_any_jvm
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


@in_any_jvm
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
        return subprocess.run([rec.JFRTOOL, "record", "--no-jfr", "--agent", AGENT, "--timeout", str(PATIENCE), *args],
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


@in_any_jvm
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
    """No tables of the JVM: it walks itself, which is said, and shares are right; suspend says that it cannot."""
    file = path("fallback.jfr")
    os.environ["JFRAGENT_NO_VMSTRUCTS"] = "1"
    try:
        out = java(jdk, f"file={file},interval=4ms,signal=VTALRM", "Shares", "end", 2, until=rec.have(file, 800))
        refused = java(jdk, f"file={path('refused.jfr')},engine=suspend,interval=2ms", "Shares", 1, 1)
    finally:
        del os.environ["JFRAGENT_NO_VMSTRUCTS"]
    assert "walked by AsyncGetCallTrace" in out and "does not say in what state its threads are" in refused, (out, refused)
    n = check_shares("fallback", rec.count(map(rec.top, rec.events(jdk, file, "jdk.ExecutionSample"))), out)
    return f"{n} samples"
