"""What `crash` says of the last minute against `jfr print --json`, and of a JVM that this test lets die for
want of memory: the verdict, and the process that it was. The stack of JVMs that crash against their error logs.

usage: crash.py
"""
import collections
import glob
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

import jdk
from calls import nanoseconds
from tables import span
from jdk import JFRTOOL, TESTDATA, check, finish, run, skip

RECORDINGS = ["native-17.jfr", "shares-17.jfr"] + [
    os.path.relpath(path, TESTDATA) for path in sorted(glob.glob(f"{TESTDATA}/killed-[0-9]*/*/*.jfr"))]
WAITS = ("ThreadPark", "JavaMonitorWait", "JavaMonitorEnter", "ThreadSleep")
EVENTS = ",".join(WAITS) + ",ExecutionSample,NativeMethodSample,ObjectAllocationSample,GCHeapSummary,JVMInformation,GCPhasePause"
DEATHS = """import java.lang.reflect.*;
class Deaths {
    static void poke() throws Exception {
        Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        ((sun.misc.Unsafe) unsafe.get(null)).putInt(16L, 1);
    }
    static void deep(int n) throws Exception { if (n == 0) poke(); else deep(n - 1); }
    public static void main(String[] a) throws Exception {
        if (a[0].equals("oom")) { java.util.List<byte[]> l = new java.util.ArrayList<>(); while (true) l.add(new byte[100000]); }
        Thread t = new Thread(() -> { try { deep(600); } catch (Exception e) { } }, "worker \\"w\\"");
        t.start(); t.join();
    }
}
"""
OOM = """import java.util.*;
class Oom { public static void main(String[] a) { List<byte[]> l = new ArrayList<>(); while (true) l.add(new byte[100000]); } }
"""


def frames_of(stack):
    return [f"{f['method']['type']['name']}.{f['method']['name']}".replace("/", ".")
            + (f":{f['lineNumber']}" if f["lineNumber"] > 0 else "")
            for f in stack["frames"] if not f["method"]["hidden"]]


def last_of(said, at, thread, values, since, until):
    """The stack that the thread stood on last, at the end of a wait."""
    name = thread and thread["javaName"]
    if not name or not values["stackTrace"] or not since <= at <= until:
        return
    if at >= said["last"].get(name, (0, 0))[0]:
        said["last"][name] = (at, frames_of(values["stackTrace"]))


def of_jdk(jfr, path, since, until):
    printed = run(jfr, "print", "--json", "--stack-depth", "200", "--events", EVENTS, path)
    said = {"pid": None, "heap": (0, None), "pauses": 0, "last": {}, "allocated": collections.Counter(),
            "methods": collections.Counter()}
    for event in json.loads(printed.stdout, strict=False)["recording"]["events"]:
        kind, values = event["type"].rsplit(".", 1)[1], event["values"]
        at = nanoseconds(values["startTime"])
        if kind == "JVMInformation":
            said["pid"] = values["pid"]
        elif kind == "GCHeapSummary":
            said["heap"] = max(said["heap"], (at, values["heapUsed"]))
        elif kind in WAITS:
            last_of(said, at + span(values["duration"]), values["eventThread"], values, since, until)
        elif not since <= at <= until:
            pass
        elif kind == "GCPhasePause":
            said["pauses"] += 1
        elif kind == "ObjectAllocationSample":
            said["allocated"][values["objectClass"]["name"]] += values["weight"]
        else:
            if kind == "ExecutionSample":
                said["methods"][frames_of(values["stackTrace"])[0].split(":")[0]] += 1
            last_of(said, at, values["sampledThread"], values, since, until)
    return said


def problems_of(jfr, path):
    done = run(JFRTOOL, "crash", "--json", "--quiet", path)
    if done.returncode:
        return [f"exit code {done.returncode}: {done.stderr}"]
    ours = json.loads(done.stdout)
    said = of_jdk(jfr, path, ours["last_window"]["from_ns"], ours["last_window"]["to_ns"])
    pairs = {
        "pid": (ours["pid"], said["pid"]),
        "heap": (ours["gc"]["heap_last"], said["heap"][1]),
        # Without one it is not known whether they were recorded.
        "pauses": (ours["gc"]["pauses"]["count"], said["pauses"] or None),
        "stacks": ({row["thread"]: (row["time"], row["stack"]) for row in ours["threads"]}, said["last"]),
        "methods": ({row["method"]: row["samples"] for row in ours["methods"]}, dict(said["methods"])),
        "allocated": (sorted(row["bytes"] for row in ours["allocated"]), sorted(said["allocated"].values())),
    }
    return [f"{what}: {mine}, the JDK says {theirs}" for what, (mine, theirs) in pairs.items() if mine != theirs]


def died(home, scratch):
    """The JVM is sure to run out of memory, whatever else the machine does."""
    source = os.path.join(scratch, "Oom.java")
    with open(source, "w", encoding="utf-8") as file:
        file.write(OOM)
    run(os.path.join(home, "bin/javac"), "-d", scratch, source)
    repository = f"-XX:FlightRecorderOptions:repository={os.path.join(scratch, 'repository')}"
    jvm = subprocess.Popen([os.path.join(home, "bin/java"), "-XX:-CreateCoredumpOnCrash", "-Xmx32m",
                            "-XX:+CrashOnOutOfMemoryError", "-XX:StartFlightRecording", repository,
                            "-cp", scratch, "Oom"],
                           cwd=scratch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    jvm.wait()
    if not glob.glob(os.path.join(scratch, f"hs_err_pid{jvm.pid}.log")):
        return ["the JVM left no error log"]
    ours = json.loads(run(JFRTOOL, "crash", "--json", "--quiet", scratch).stdout)
    expected = {"verdict": "out of memory", "pid": jvm.pid, "log": f"hs_err_pid{jvm.pid}.log"}
    return [f"{key}: {ours[key]}, expected {value}" for key, value in expected.items() if ours[key] != value]


def frames_in(log, title):
    """What stands behind the title in an error log, as far as lines are frames."""
    lines = log.split(title, 1)[1].split("\n")[1:] if title in log else []
    return list(itertools.takewhile(lambda line: re.match(r"[JjAvVC] ", line), lines))


def end(home, scratch, way, *options):
    """A JVM that ends so; what it wrote to its console is there, too."""
    folder = os.path.join(scratch, way + "".join(options).replace(":", "").replace("/", ""))
    os.mkdir(folder)
    with open(os.path.join(folder, "out.log"), "w", encoding="utf-8") as console:
        jvm = subprocess.Popen([os.path.join(home, "bin/java"), "-XX:-CreateCoredumpOnCrash", "-Xmx32m", *options,
                                "-cp", scratch, "Deaths", way], cwd=folder, stdout=console, stderr=subprocess.STDOUT)
        jvm.wait()
    return folder, jvm.pid, json.loads(run(JFRTOOL, "crash", "--json", "--quiet", folder).stdout)


def ended(home, scratch):
    with open(os.path.join(scratch, "Deaths.java"), "w", encoding="utf-8") as file:
        file.write(DEATHS)
    run(os.path.join(home, "bin/javac"), "-nowarn", "-d", scratch, os.path.join(scratch, "Deaths.java"))
    wrong = []
    for options in ((), ("-XX:+ErrorFileToStdout",), ("-XX:StartFlightRecording:filename=rec.jfr",)):
        folder, pid, ours = end(home, scratch, "poke", *options)
        log = glob.glob(os.path.join(folder, "hs_err_pid*.log")) or [os.path.join(folder, "out.log")]
        with open(log[0], encoding="utf-8", errors="replace") as file:
            text = file.read()
        native, java = frames_in(text, "Native frames:"), frames_in(text, "Java frames:")
        pairs = {"verdict": "crashed", "pid": pid, "native_frames": native[:512], "java_frames": java[:512],
                 "java_frames_total": len(java), "log": os.path.basename(log[0])}
        wrong += [f"{options} {key}: {ours[key]}, expected {value}" for key, value in pairs.items() if ours[key] != value]
        if len(java) < 300:  # of 600, of which the JVM writes some
            wrong.append(f"{options}: the log has {len(java)} Java frames")
        if ours["recording"] and (ours["threads"][0]["thread"], ours["threads"][0]["stack"][3:5]) != (
                'worker "w"', ["Deaths.poke", "Deaths.deep"]):
            wrong.append(f"{options}: the last stack is {ours['threads'][0]}")
    recorded = "-XX:StartFlightRecording:filename=rec.jfr"
    for options, keys in ((("-XX:+HeapDumpOnOutOfMemoryError",), ("heap_dump", "console")),
                          (("-XX:+ExitOnOutOfMemoryError",), ("console",)),
                          (("-XX:+ExitOnOutOfMemoryError", recorded), ("console", "empty_recording")),
                          (("-XX:+HeapDumpOnOutOfMemoryError", recorded), ("heap_dump", "console", "recording"))):
        ours = end(home, scratch, "oom", *options)[2]
        found = [key for key in ("heap_dump", "console", "recording", "empty_recording") if ours[key]]
        if ours["verdict"] != "out of memory" or sorted(found) != sorted(keys):
            wrong.append(f"{options}: {ours['verdict']} by {found}")
    return wrong


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    jfr = os.path.join(homes[-1], "bin/jfr")
    for name in RECORDINGS:
        path = os.path.join(TESTDATA, name)
        if "killed-" in name and run(jfr, "summary", path).returncode:
            continue  # not finished: the JDK does not read it
        check(f"{name}: the last minute", problems_of(jfr, path))
    for home in homes:
        with tempfile.TemporaryDirectory() as scratch:
            check(f"{os.path.basename(home)}: a JVM without memory", died(home, scratch))
        with tempfile.TemporaryDirectory() as scratch:
            check(f"{os.path.basename(home)}: the thread that died, and want of memory", ended(home, scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
