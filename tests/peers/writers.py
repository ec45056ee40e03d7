"""Every writer, every figure: what the program says of a recording, against jfrconv, `jfr print` and JMC.

A row is a recording, old or made now; a column is a figure. A cell is "=" where the figure is that of
the second source, "-" where neither has it, "." where there is no second source, and "!" where they differ,
which fails. What cannot be had here is skipped with a sentence.

    samples of CPU and of wall-clock time   jfrconv --cpu and --wall for async-profiler, else jfr print
    what they are worth, and the period     settings and fields, read by jfr print, added up here
    states                                  jfr print
    traces, locks, native locks, native     jfrconv, with --total
    memory, what is not freed, live objects
    spans                                   jfr print
    counts                                  JMC, of every event type
"""
import collections
import glob
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import jmc
import peers
from peers import check, run

CORPUS = os.environ.get("CORPUS", os.path.join(peers.ROOT, "../shared/corpus"))
NEWEST = "4.6"
FIGURES = ("cpu", "wall", "worth cpu", "worth wall", "period", "states", "traces", "locks", "native locks",
           "native memory", "not freed", "live", "spans", "counts")

# Name: where it is. async-profiler 1.x and what forks and services write are not in a registry.
STORED = {
    "async-profiler 1.x": ("cases", "async-profiler-1.jfr"),
    "async-profiler 2.9, wall": ("cases", "wall-2.9.jfr.zst"),
    "async-profiler 3.0, both": ("cases", "wall-and-cpu.jfr.zst"),
    "async-profiler 4.6": ("cases", "async-profiler-4.6.jfr.zst"),
    "native image, like GraalVM's": ("cases", "native-image.jfr"),
    "async-profiler 2.8": ("corpus", "recordings/example.jfr.gz"),
    "async-profiler 2.9, cpu": ("corpus", "recordings/cortex-dev-01__kafka-0__cpu_lock_alloc__0.jfr.gz"),
    "async-profiler 3.0-ea, wall": ("corpus", "recordings/FastSlow_2024_01_16_180855.jfr.gz"),
    "async-profiler 4.2.1": ("corpus", "recordings/profile-1.jfr"),
    "async-profiler 4.x, all": ("corpus", "writers/ap-all.jfr.zst"),
    "Pyroscope 2.9": ("corpus", "recordings/dump1.jfr.gz"),
    "Pyroscope 3.0": ("corpus", "recordings/new_spancontext.jfr.gz"),
    "Pyroscope 4.0, wall": ("corpus", "recordings/wall.jfr.gz"),
    "Pyroscope 4.0": ("corpus", "writers/pyro-1.jfr.zst"),
    "Datadog": ("corpus", "recordings/dd-trace-java.jfr.gz"),
    "Datadog 1.34": ("corpus", "recordings/tck-test.jfr"),
    "Oracle 7u76": ("corpus", "recordings/7u76.jfr"),
    "Oracle 8u40": ("corpus", "recordings/8u40.jfr"),
    "JDK 8u292": ("corpus", "recordings/openjdk8u292.jfr"),
    "JDK 11": ("corpus", "writers/11-default.jfr.zst"),
    "JDK 15": ("corpus", "recordings/jdk15.jfr"),
    "JDK 18": ("corpus", "recordings/jdk18-finalizers.jfr"),
    "JDK 21": ("corpus", "writers/21-virt.jfr.zst"),
    "JDK 25, method tracing": ("corpus", "writers/25-mtrace.jfr.zst"),
    "JDK 25, CPU time": ("corpus", "writers/25-cputime.jfr.zst"),
    "agent": ("corpus", "writers/ag-suspend.jfr.zst"),
}

# What releases of Maven Central record now, by version.
MADE = {
    "2.9": ("event=wall,interval=20ms", "event=itimer,interval=5ms,alloc=100k,lock=1us"),
    "3.0": ("event=itimer,interval=5ms,wall=20ms,alloc=100k,lock=1us", "event=wall,interval=20ms,chunktime=5",
            "event=itimer,wall=20ms,live,alloc=50k"),
    "4.1": ("event=itimer,interval=5ms,wall=20ms,alloc=100k,lock=1us,nativemem=1k",),
    NEWEST: ("event=itimer,interval=5ms,wall=20ms,alloc=100k,lock=1us,nativelock=1ns,nativemem=1k,"
             "trace=Figures.traced", "event=ctimer,wall=20ms,nobatch,chunktime=5", "event=wall,live,alloc=50k"),
}


def plain(path, scratch):
    """The recording without compression, which other readers do not know."""
    name = os.path.join(scratch, re.sub(r"\.(gz|zst)$", "", os.path.basename(path)))
    if path.endswith(".gz"):
        with gzip.open(path) as packed, open(name, "wb") as out:
            shutil.copyfileobj(packed, out)
    elif path.endswith(".zst"):
        subprocess.run(["zstd", "-qdfo", name, path], check=True)
    else:
        shutil.copy(path, name)
    return name


# ---- jfrtool ----------------------------------------------------------------

def ours(command, path, *options):
    done = run(peers.JFRTOOL, command, "--json", "-q", *options, path)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return None


def samples(path, event, *options):
    """How many, and what they are worth, in ns or bytes; (0, None) if there are none."""
    told = ours("hot-methods", path, "--event", event, "-n", "1", *options)
    worth = ours("hot-methods", path, "--event", event, "--measure", "value", "-n", "1", *options)
    return (told["samples"] if told else 0), (worth or {}).get("value")


# ---- Second sources ---------------------------------------------------------

class Printed:
    """What `jfr print --json` says of some event types."""

    def __init__(self, jdk, path):
        self.jdk, self.path, self.kept = jdk, path, {}

    def events(self, event):
        if event not in self.kept:
            done = run(f"{self.jdk}/bin/jfr", "print", "--json", "--stack-depth", "1", "--events", event,
                       self.path)
            try:
                told = json.loads(done.stdout)["recording"]["events"] if done.returncode == 0 else None
            except ValueError:
                told = None
            self.kept[event] = told and [e["values"] for e in told]
        return self.kept[event]

    def settings(self, event=None):
        found = {}
        for setting in self.events("jdk.ActiveSetting") or []:
            found.setdefault(setting["name"], setting["value"])
        return found


def duration(text):
    return round(float(re.match(r"PT(?:(\d+)H)?(?:(\d+)M)?([\d.]+)S", text).group(3)) * 1e9) if text else 0


class Converter:
    def __init__(self, java, jar, scratch):
        self.java, self.jar, self.out = java, jar, os.path.join(scratch, "converted")

    def total(self, path, *options):
        """Sum over collapsed stacks; None: jfrconv does not read it."""
        if os.path.exists(self.out):
            os.remove(self.out)
        done = run(self.java, "-jar", self.jar, *options, "-o", "collapsed", path, self.out)
        if done.returncode or not os.path.exists(self.out) or "Exception" in done.stderr:
            return None
        with open(self.out, encoding="utf-8", errors="replace") as f:
            return sum(int(line.rsplit(" ", 1)[1]) for line in f if line.strip())


# ---- The figures ------------------------------------------------------------

class Row:
    def __init__(self, name, path, printed, converter):
        self.name, self.path, self.printed, self.converter = name, path, printed, converter
        self.settings = printed.settings()
        self.is_profiler = "event" in self.settings or name == "async-profiler 1.x"
        self.cells = {}

    def put(self, figure, ours_, theirs, near=0.0):
        """near: how far apart sums of rounded times may be, as a share."""
        if theirs is None:
            self.cells[figure] = "."
            return
        if not theirs and not ours_:
            self.cells[figure] = "-"
            return
        same = ours_ == theirs or (near and ours_ and abs(ours_ - theirs) <= near * theirs)
        self.cells[figure] = "=" if same else "!"
        check(f"{self.name}: {figure}", [] if same else [f"ours {ours_}, second source {theirs}"])

    def by_state(self):
        """Samples that are jdk.ExecutionSample: of CPU and of wall-clock time, by what the settings say."""
        events = self.printed.events("jdk.ExecutionSample")
        if events is None:
            return None, None
        if not events:
            return 0, 0
        states = collections.Counter(e.get("state") for e in events)
        if self.settings.get("event") == "wall" or (self.name == "async-profiler 1.x" and "STATE_SLEEPING" in states):
            return 0, len(events)
        if "wall" in self.settings:
            return states["STATE_DEFAULT"], len(events) - states["STATE_DEFAULT"]
        return len(events), 0

    def measure(self):
        cpu, cpu_worth = samples(self.path, "cpu")
        wall, wall_worth = samples(self.path, "wall")
        es_cpu, es_wall = self.by_state()
        walls = self.printed.events("profiler.WallClockSample")
        printed_wall = None if walls is None else (es_wall or 0) + sum(e.get("samples", 1) for e in walls)
        other_cpu = len(self.printed.events("jdk.CPUTimeSample") or []) + \
            len(self.printed.events("datadog.ExecutionSample") or [])
        printed_cpu = es_cpu or other_cpu if es_cpu is not None else None
        if "datadog" in self.name.lower():
            found = self.printed.events("datadog.MethodSample")
            printed_wall = len(found) if found else None
        # jfrconv goes by states, which tell the clock from async-profiler 3.0 on.
        convert = self.converter.total
        states = {e.get("state") for e in self.printed.events("jdk.ExecutionSample") or []}
        if self.is_profiler and ("STATE_DEFAULT" in states or self.settings.get("event") == "wall"):
            self.put("cpu", cpu, convert(self.path, "--cpu") if es_cpu else printed_cpu)
            self.put("wall", wall, convert(self.path, "--wall") if printed_wall else printed_wall)
        else:
            self.put("cpu", cpu, printed_cpu)
            self.put("wall", wall, printed_wall)
        self.worth(cpu, cpu_worth, wall, wall_worth, es_wall, walls)
        self.states(es_cpu, es_wall)
        self.others()

    def periods(self):
        """ns of a sample of CPU time and of one of wall-clock time; None: not said."""
        if not self.is_profiler or self.name == "async-profiler 1.x":
            return None, None
        event, interval = self.settings.get("event"), int(self.settings.get("interval") or 0)
        wall = self.settings.get("wall")
        cpu = (interval or 10_000_000) if event in ("cpu", "itimer", "ctimer") else None
        if event == "wall" and wall is None:
            wall = interval
        return cpu, None if wall is None else int(wall) or 50_000_000

    def worth(self, cpu, cpu_worth, wall, wall_worth, es_wall, walls):
        of_cpu, of_wall = self.periods()
        self.put("worth cpu", cpu_worth, cpu * of_cpu if of_cpu and cpu else None)
        spans = [duration(e["timeSpan"]) for e in walls or [] if "timeSpan" in e]
        if walls and spans:
            self.put("worth wall", wall_worth, sum(spans), 0.001)
        else:
            self.put("worth wall", wall_worth, wall * of_wall if of_wall and wall else None)
        line = json.loads(run(peers.JFRTOOL, "facts", "-q", self.path).stdout or "{}")
        period = of_wall if line.get("event") == "profiler.WallClockSample" else of_cpu
        self.put("period", line.get("period_ns"), period if line.get("samples") else None)

    def states(self, es_cpu, es_wall):
        events = self.printed.events("jdk.ExecutionSample")
        if not events:
            self.cells["states"] = "-"
            return
        theirs = collections.Counter(e.get("state") for e in events)
        found = {state: samples(self.path, "jdk.ExecutionSample", "--state", state)[0] for state in theirs if state}
        self.put("states", found, {state: n for state, n in theirs.items() if state})

    def others(self):
        convert = self.converter.total
        told = ours("methods", self.path) or {}
        traced = sum(r["count"] for r in told.get("traced", [])), sum(r["total_ns"] for r in told.get("traced", []))
        calls = self.printed.events("jdk.MethodTrace")
        theirs = None if calls is None else (len(calls), sum(duration(e["duration"]) for e in calls))
        if self.is_profiler and calls:
            theirs = (convert(self.path, "--trace"), convert(self.path, "--trace", "--total"))
        self.put("traces", traced if traced[0] else None, theirs if calls else calls and None)
        names = [r["method"] for r in told.get("traced", [])]
        if names and "Figures.traced" in names[0]:
            check(f"{self.name}: callers", [] if all(r["caller"] == "Figures.contend" for r in told["sites"])
                  else [str(told["sites"])])
        told = ours("locks", self.path) or {}
        keys = ("monitors", "parks", "idle")
        locked = sum(r["count"] for k in keys for r in told.get(k, []))
        waits = self.printed.events("jdk.JavaMonitorEnter"), self.printed.events("jdk.ThreadPark")
        self.put("locks", locked, None if None in waits else sum(map(len, waits)))
        native = [(r["count"], r["total_ns"]) for r in told.get("native_locks", [])]
        events = self.printed.events("profiler.NativeLock")
        self.put("native locks", tuple(map(sum, zip(*native))) if native else None,
                 (convert(self.path, "--nativelock"), convert(self.path, "--nativelock", "--total")) if events else events and None)
        mallocs = self.printed.events("profiler.Malloc")
        self.put("native memory", samples(self.path, "malloc")[1],
                 convert(self.path, "--nativemem", "--total") if mallocs else None)
        told = (ours("leaks", self.path) or {}).get("not_freed") or {}
        frees = mallocs and self.printed.events("profiler.Free")
        theirs = None
        if frees:
            theirs = [convert(self.path, "--nativemem", "--leak", *tail, *total)
                      for tail in (("--tail", "0"), ()) for total in ((), ("--total",))]
        self.put("not freed", list(told.values()) if frees else None, theirs)
        live = self.printed.events("profiler.LiveObject")
        self.put("live", samples(self.path, "live"), (convert(self.path, "--live"), sum(
            e["allocationSize"] for e in live)) if live else None)
        spans = self.printed.events("profiler.Span")
        told = ours("requests", self.path, "--within", "profiler.Span", "--by", "tag") if spans else None
        found = {r["request"]: r["count"] for r in (told or {}).get("requests", [])}
        self.put("spans", found or None, dict(collections.Counter(e["tag"] for e in spans)) if spans else None)


# ---- Recordings -------------------------------------------------------------

def stored(scratch):
    found = {}
    for name in wanted(STORED):
        where, path = STORED[name]
        folder = os.path.join(peers.ROOT, "tests/cases") if where == "cases" else CORPUS
        if os.path.exists(os.path.join(folder, path)):
            found[name] = plain(os.path.join(folder, path), scratch)
        else:
            peers.skip(f"{name}: {path} is not here")
    return found


# What was asked for: writers whose name fits, of the command line.
def wanted(names):
    return [name for name in names if len(sys.argv) < 2 or re.search(sys.argv[1], name)]


def compiled(jdk, jar, scratch):
    """The workload, for JDK 8 and later in any of which it may run."""
    out = os.path.join(scratch, "figures")
    if not os.path.isdir(out):
        subprocess.run([f"{jdk}/bin/javac", "--release", "11", "-Xlint:-options", "-cp", jar, "-d", out,
                        os.path.join(peers.HERE, "Figures.java")], check=True)
    return out


def record(java, flag, classes, args, out):
    done = run(java, flag.replace("FILE", out), "-cp", classes, "Figures", *args)
    there = os.path.exists(out) and not done.returncode
    return there, done.stdout + done.stderr


def made(jars, scratch):
    """Recordings by each JDK here, by the agent, and by releases of async-profiler, on the newest JDK they know."""
    found = {}
    folder = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}.get(os.uname().machine)
    jar = os.path.join(jars, f"async-profiler-{NEWEST}.jar")
    classes = compiled(peers.jdks()[0], jar, scratch)
    ways = {}
    for jdk in peers.jdks():
        version = peers.version(jdk)
        ways[f"JDK {version}, now"] = (jdk, "-XX:StartFlightRecording=filename=FILE,settings=profile", [], None)
        if os.path.exists(peers.AGENT):
            ways[f"agent in JDK {version}, now"] = (
                jdk, f"-agentpath:{peers.AGENT}=file=FILE,interval=5ms,wall=20ms,lock=1ms,alloc=64KB", [], None)
    for version, options in MADE.items():
        profiler = jar if version == NEWEST else peers.fetch(f"async-profiler-{version}")
        if not profiler or not folder:
            peers.skip(f"async-profiler {version}: cannot be had, or is not made for {os.uname().machine}")
            continue
        library = os.path.join(scratch, f"libasyncProfiler-{version}.so")
        with zipfile.ZipFile(profiler) as packed, open(library, "wb") as out:
            out.write(packed.read(f"{folder}/libasyncProfiler.so"))
        # The old ones do not walk stacks of JDKs that came later.
        jdk = peers.jdks()[0] if float(version) < 4 else peers.jdks()[-1]
        for option in options:
            ways[f"async-profiler {version}, {option}"] = (
                jdk, f"-agentpath:{library}=start,jfr,{option},file=FILE", ["spans"] if version == NEWEST else [],
                "7000" if "chunktime" in option else "2000")
    for name in wanted(ways):
        jdk, flag, args, ms = ways[name]
        out = os.path.join(scratch, f"made-{len(found)}.jfr")
        there, said = record(f"{jdk}/bin/java", flag, f"{classes}:{jar}", [ms or "2000", *args], out)
        check(f"{name}: is recorded", [] if there else [said[-500:]])
        if there:
            found[name] = out
    return found


def main():
    jars = peers.fetch("jars")
    if not jars:
        return peers.finish()
    if not peers.jdks():
        peers.skip("no JDK in JAVA_HOME or /usr/lib/jvm")
        return peers.finish()
    newest = peers.jdks()[-1]
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        converter = Converter(f"{newest}/bin/java", os.path.join(jars, "jfr-converter-4.5.jar"), scratch)
        found = stored(scratch)
        found.update(made(jars, scratch))
        for name, path in found.items():
            row = Row(name, path, Printed(newest, path), converter)
            row.measure()
            rows.append(row)
        reports, _ = jmc.reports([row.path for row in rows])
        for row in rows:
            report = reports.get(row.path)
            row.cells["counts"] = "."
            if report and not report.error:
                all_ = report.without + sum(own for own, _ in report.methods.values())
                problems = jmc.corpus.event_problems(row.path, report.events) + \
                    jmc.hot_problems(row.name, row.path, all_, report)
                row.cells["counts"] = "!" if problems else "="
                check(f"{row.name}: events, self and total of every method as in JMC", problems)
    width = max(len(row.name) for row in rows)
    for i, figure in enumerate(FIGURES):
        print(" " * width + "  " + "| " * i + figure)
    for row in rows:
        print(f"{row.name:{width}}  " + " ".join(row.cells.get(figure, " ") for figure in FIGURES))
    return peers.finish()


if __name__ == "__main__":
    sys.exit(main())
