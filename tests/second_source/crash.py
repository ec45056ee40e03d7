"""What `crash` says of the last minute against `jfr print --json`, and of a JVM that this test lets die for
want of memory: the verdict, and the process that it was.

usage: crash.py
"""
import collections
import glob
import json
import os
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
        "pauses": (ours["gc"]["pauses"]["count"], said["pauses"]),
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
    return finish()


if __name__ == "__main__":
    sys.exit(main())
