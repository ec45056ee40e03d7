"""Stacks: whole where the JVM does not understand the frame, both ends of long ones, what is hidden."""
import recording as rec
from jvms import java, path

QUIET = ("-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,Walks::leaf",
         "-XX:CompileCommand=dontinline,Walks*::area")
# Who calls whom; of what is compiled, and not inlined, no other is possible.
CALLERS = {"Walks.leaf": ("Walks.leaves", "Walks.handles", "Walks.lambda$static$0", "java.lang.invoke."),
           "Walks$One.area": ("Walks.interfaces",), "Walks$Two.area": ("Walks.interfaces",),
           "Walks$Three.area": ("Walks.interfaces",)}


def test_walks(jdk):
    """At the first and last instructions of methods, in stubs and interfaces' tables each sample has its
    stack, up to the thread's first frame, the method itself on top, and its caller below it."""
    said = []
    # What is left over on the stack depends on how large frames are, so on the compiler.
    for engine, flags in (("cpu", ()), ("suspend", ()), ("suspend", ("-XX:TieredStopAtLevel=1",))):
        file = path("walks.jfr")
        java(jdk, f"file={file},flush=300ms,engine={engine},interval=2ms,native-interval=0,depth=256", "Walks", "end",
             flags=(*QUIET, *flags), until=rec.have(file, 500))
        total, _ = rec.statistics(jdk, file)
        unknown = total["javaUnknown"] + total["javaUnwalkable"]
        answers = total["requested"] - total["timedOut"] - total["leftState"]
        assert unknown <= 2 + 0.01 * answers, dict(total)
        stacks = [[rec.method(f) for f in e["stackTrace"]["frames"]]
                  for e in rec.events(jdk, file, "jdk.ExecutionSample", depth=300)
                  if rec.thread(e) in ("walker", "diver")]
        walked = [s for s in stacks if not s[0].startswith("[")]
        roots = sum(s[-1] == "java.lang.Thread.run" for s in walked)
        assert len(walked) >= 50 and roots >= 0.99 * len(walked), (roots, rec.count(s[-1] for s in walked))
        wrong = rec.count((s[0], s[1]) for s in walked if s[0] in CALLERS and not s[1].startswith(CALLERS[s[0]]))
        assert sum(wrong.values()) <= 2 + 0.01 * len(walked), wrong
        leaves = sum(s[0] in CALLERS for s in walked)
        assert leaves >= 0.1 * len(walked), rec.count(s[0] for s in walked)
        # 1,000 frames: both ends, as many as are wanted
        long = [s for s in stacks if "Walks.deep" in s and "Walks.run" in s]
        assert long and all(len(s) == 256 and s[128] == "[frames left out]" for s in long), \
            rec.count((len(s), s[128:129]) for s in long)
        said.append(f"{engine}: {roots} of {len(stacks)}, {leaves} at small methods, {unknown} unknown")
    return "; ".join(said)


def test_stubs(jdk):
    """The JVM's code that copies arrays and digests bytes is charged to the method that calls it, not to
    the one into which that is inlined."""
    file, said = path("stubs.jfr"), []
    java(jdk, f"file={file},flush=300ms,interval=2ms", "Stubs", "end",
         until=lambda child: all(rec.samples(file, "--include", name) >= 150
                                 for name in ("java.lang.AbstractStringBuilder.append", "engineUpdate")))
    stacks = [[rec.method(f) for f in e["stackTrace"]["frames"]]
              for e in rec.events(jdk, file, "jdk.ExecutionSample") if rec.thread(e) == "stubs"]
    for outer, wanted in (("java.lang.AbstractStringBuilder.append", "java.lang.String.getBytes"),
                          ("sun.security.provider.DigestBase.engineUpdate", "implCompress")):
        tops = [s[0] for s in stacks if outer in s]
        right = sum(wanted in top for top in tops)
        # Before they are compiled they are interpreted.
        assert len(tops) >= 100 and right >= 0.7 * len(tops), (outer, rec.count(tops))
        said.append(f"{wanted} {right} of {len(tops)}")
    return "; ".join(said)


def test_walks_in_the_jvm(jdk):
    """Java calls the JVM without a native method, from compiled code and from the interpreter, or is in the
    JVM's own code for strings: each sample has its stack, up to the thread's first frame."""
    said = []
    for flags in ((), ("-Xint",), ("-XX:TieredStopAtLevel=1",)):
        file = path("slow.jfr")
        java(jdk, f"file={file},flush=300ms,interval=2ms", "Slow", "end", flags=("-Xmx300m", *flags),
             until=lambda child: all(rec.samples(file, "--thread", name) >= 200 for name in ("slow", "strings")))
        events = rec.events(jdk, file, "jdk.ExecutionSample")
        for name in ("slow", "strings"):
            stacks = [[rec.method(f) for f in e["stackTrace"]["frames"]] for e in events if rec.thread(e) == name]
            whole = sum(s[-1] == "java.lang.Thread.run" for s in stacks)
            assert len(stacks) >= 200 and whole >= 0.97 * len(stacks), \
                (flags, whole, rec.count(s[0] for s in stacks))
            said.append(f"{name} {whole} of {len(stacks)}")
    return ", ".join(said)


def test_walks_of_faults(jdk):
    """While the JVM handles faults of compiled code and takes it back, what lies on the stack of earlier
    signals is not walked, so the JVM lives; and what it does there for Java code has that code's stack."""
    file = path("nulls.jfr")
    java(jdk, f"file={file},flush=300ms,engine=suspend,interval=1ms,native-interval=0", "Nulls", "end",
         until=rec.have(file, 2500), flags=("-XX:-OmitStackTraceInFastThrow",))
    total, _ = rec.statistics(jdk, file)
    cut = sum(n for name, n in total.items() if name.startswith("cut"))
    assert cut + total["javaUnwalkable"] <= 3 + 0.005 * total["requested"], dict(total)
    return f"{total['taken']} stacks, {cut} of them not whole"


def test_walks_of_upcalls(jdk):
    """Java that the JVM calls for a stub of compiled code has the callers of that code, those that the JVM itself
    gives an exception."""
    said = []
    made, registered = "java.lang.NullPointerException.<init>", "java.lang.ref.Finalizer.register"
    for flags in ((), ("-XX:TieredStopAtLevel=1",), ("-XX:-TieredCompilation",)):
        file = path("upcalls.jfr")
        out = java(jdk, f"file={file},flush=300ms,interval=2ms", "Upcalls", "end",
                   flags=("-XX:-OmitStackTraceInFastThrow", *flags),
                   until=lambda child: all(rec.samples(file, "--thread", name) >= 300 for name in ("nulls", "finals")))
        callers = [line[6:] for line in out.splitlines() if line.startswith("stack ")]
        events = rec.events(jdk, file, "jdk.ExecutionSample")
        for name, called in (("nulls", made), ("finals", registered)):
            stacks = [[rec.method(f) for f in e["stackTrace"]["frames"]] for e in events if rec.thread(e) == name]
            whole = sum(s[-1] == "java.lang.Thread.run" for s in stacks)
            assert whole >= 0.93 * len(stacks), (flags, name, whole, rec.count(s[-1] for s in stacks))
            below = rec.count(tuple(s[s.index(called) + 1:]) for s in stacks if called in s)
            right = sum(n for s, n in below.items()
                        if s[-1:] == ("java.lang.Thread.run",) and (name == "finals" or s[0] == callers[0]))
            assert right >= 0.95 * below.total() - 2, (flags, name, callers, below)
            said.append(f"{name} {whole} of {len(stacks)}, {below.total()} called")
        assert callers[:2] == ["Upcalls.open", "Upcalls.nulls"], callers
    return "; ".join(said)


def hidden_by(jdk, file):
    """Of the methods that a recording has: whether it says that they are hidden."""
    marks = {}
    for e in rec.events(jdk, file, "jdk.ExecutionSample", depth=64):
        for f in (e["stackTrace"] or {"frames": []})["frames"]:
            # Recorders disagree about what is in a class name behind + and /.
            name = rec.method(f).split("+")[0] + "." + rec.method(f).split(".")[-1]
            marks[name.replace("/0x", "+").split("+")[0] + name.split(".")[-1]] = f["method"]["hidden"]
    return marks


def test_hidden(jdk):
    """Methods are hidden that the JVM's own recorder says are, and no others."""
    settings, file, other = rec.jvm_samples(path("hidden.jfc")), path("hidden.jfr"), path("hidden-jvm.jfr")
    for samples in (300, 1200, 5000):  # the JVM's recorder may have none yet where processors are busy
        java(jdk, f"file={file},flush=300ms,interval=5ms", "Walks", "end", until=rec.have(file, samples, least=samples / 2),
             flags=("-Xint", f"-XX:StartFlightRecording=settings={settings},filename={other}", "-Xlog:jfr*=off"))
        ours, theirs = hidden_by(jdk, file), hidden_by(jdk, other)
        both = ours.keys() & theirs.keys()
        hidden = [m for m in both if ours[m]]
        if len(both) >= 5 and hidden:
            break
    differ = {m: (ours[m], theirs[m]) for m in both if ours[m] != theirs[m]}
    assert not differ and hidden and len(both) >= 5, (differ, hidden, sorted(both))
    return f"{len(both)} methods, {len(hidden)} hidden"
