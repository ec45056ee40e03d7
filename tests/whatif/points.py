#!/usr/bin/env python3
"""What counts as progress is what the program itself counts: entries of a method, counters of all kinds, its events, and
the events that are its requests; and what cannot be counted is said.

  tests/whatif/points.py

Environment: JFRTOOL, JFRAGENT.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tests/agent"))
from checks import check, finish, skip  # noqa: E402
import jvms  # noqa: E402

JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
COUNTED = {  # what is asked for: how it is called in the answer
    "Points.served": "Points.served", "Points.asLong": "Points.asLong", "Points.asInt": "Points.asInt",
    "Points.ATOMIC": "Points.ATOMIC", "Points.ATOMIC_INT": "Points.ATOMIC_INT", "Points.ADDER": "Points.ADDER",
    "event:app.Request": "event:app.Request", "event:Request": "event:Request", "event:Unnamed": "event:Unnamed",
    "requests": "event:app.Request"}
REFUSED = {
    "event:jdk.GCPhasePause": "events of the JVM cannot be counted as progress: jdk.GCPhasePause",
    "event:app.Other": "no event of the program's own is loaded that is called app.Other",
    "Points.other": "the class of Points.other has no such method that has code, nor such a static counter",
    "Nowhere.at": "no class is loaded that has Nowhere.at",
    "served": "served is no point of progress: expected Class.method, Class.field or event:NAME"}


def whatif(jvm, point, *more):
    return subprocess.run([JFRTOOL, "whatif", str(jvm.pid), "--quiet", "--json", "--method", "Points.work", "--progress",
                           point, "--time", "5s", *more], capture_output=True, text=True)


def latency(jvm, name, pair, under_way):
    """So many are under way at a time, by methods of one thread or by counters."""
    said = subprocess.run([JFRTOOL, "whatif", str(jvm.pid), "--quiet", "--json", "--method", "Points.work", "--latency",
                           pair, "--time", "5s", "--keep", jvm.kept], capture_output=True, text=True)
    if said.returncode:
        return check(f"{name}: latency", [said.stderr])
    answer = json.loads(said.stdout)
    check(f"{name}: latency is called", [] if (answer["measure"], answer["progress"]) ==
          ("latency", pair.replace(",", " to ")) else [said.stdout[:300]])
    events = subprocess.run([JFRTOOL, "events", jvm.kept, "--type", "jfragent.Experiment", "--json"], capture_output=True,
                            text=True, check=True)
    base = [w for w in json.loads(events.stdout)["events"] if w["kind"] == "base"]
    spent, lasted = sum(w["spent"] for w in base), sum(w["duration"] for w in base)
    check(f"{name}: {pair}: as many are under way as there are",
          [] if under_way - 0.3 < spent / lasted < under_way + 0.3 else [f"{spent} of {lasted} ns"])
    check(f"{name}: no end is lone", [] if not sum(w["lone"] for w in base) else [str(base)])


def refused_pairs(jvm, name):
    for pair, sentence in (("Points.served,Points.served", "both methods of latency are one"),
                           ("Points.served", "expected two methods, FROM,TO"),
                           ("Points.asLong,Points.served", "has no such method that has code"),
                           ("Points.served,Points.asLong", "has no such method that has code")):
        said = subprocess.run([JFRTOOL, "whatif", str(jvm.pid), "--quiet", "--method", "Points.work", "--latency", pair],
                              capture_output=True, text=True)
        check(f"{name}: {pair} is refused", [] if sentence in said.stderr and said.returncode else [said.stderr])


def count(jvm):
    """How many requests there were, and when."""
    jvm.stdin.write("\n")
    jvm.stdin.flush()
    while not (line := jvm.stdout.readline().strip()).isdigit():  # else it is what JFR says when it starts
        pass
    return int(line), time.monotonic()


def counted(jvm, name, point, called, kept):
    """Windows are a part of the time, in which as much is counted as in the rest, about."""
    was, begin = count(jvm)
    said = whatif(jvm, point, "--keep", kept)
    now, end = count(jvm)
    if said.returncode:
        check(f"{name}: {point}", [said.stderr])
        return
    check(f"{name}: {point} is called", [] if json.loads(said.stdout)["progress"] == called else [said.stdout[:300]])
    events = subprocess.run([JFRTOOL, "events", kept, "--type", "jfragent.Experiment", "--json"], capture_output=True,
                            text=True, check=True)
    windows = json.loads(events.stdout)["events"]
    found = sum(w["progress"] for w in windows)
    wanted = (now - was) * sum(w["duration"] for w in windows) / 1e9 / (end - begin)
    check(f"{name}: {point} counts", [] if 0.6 * wanted < found < 1.6 * wanted else [f"{found}, but {wanted:.0f} were made"])


def ask(jdk, folder, flags):
    name = f"JDK {jvms.release(jdk)} {' '.join(flags)}"
    with subprocess.Popen([os.path.join(jdk, "bin/java"), *flags, "-cp", folder, "Points"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as jvm:
        try:
            count(jvm)
            time.sleep(2)  # until it is compiled
            for point, called in COUNTED.items():
                counted(jvm, name, point, called, os.path.join(folder, "kept.jfr"))
            jvm.kept = os.path.join(folder, "kept.jfr")
            latency(jvm, name, "Points.handle,Points.served", 1)
            latency(jvm, name, "Points.came,Points.ATOMIC", 6)
            refused_pairs(jvm, name)
            for point, sentence in REFUSED.items():
                said = whatif(jvm, point)
                check(f"{name}: {point} is refused", [] if sentence in said.stderr and said.returncode else
                      [said.stderr or said.stdout])
        finally:
            jvm.kill()


def who_sleeps_pays(jdk, folder):
    """The only thread of the program sleeps two thirds of the time: what it owes then it pays when it is back."""
    name, kept = f"JDK {jvms.release(jdk)}", os.path.join(folder, "kept.jfr")
    with subprocess.Popen([os.path.join(jdk, "bin/java"), "-cp", folder, "Programs", "naps"], stdout=subprocess.DEVNULL) as jvm:
        try:
            time.sleep(2)
            said = subprocess.run([JFRTOOL, "whatif", str(jvm.pid), "--quiet", "--json", "--method", "Programs.first", "--progress",
                                   "Programs.done", "--time", "8s", "--keep", kept], capture_output=True, text=True)
            if said.returncode:
                return check(f"{name}: who sleeps", [said.stderr])
            events = subprocess.run([JFRTOOL, "events", kept, "--type", "jfragent.Experiment", "--json"], capture_output=True,
                                    text=True, check=True)
            control = [w for w in json.loads(events.stdout)["events"] if w["kind"] == "control"]
            owed, paid = (sum(w[key] for w in control) for key in ("delay", "paused"))
            check(f"{name}: who sleeps pays later", [] if paid > 0.8 * owed > 0 else [f"{paid} of {owed} ns"])
        finally:
            jvm.kill()


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = jvms.jdks()
        if not found:
            skip("no JDK")
            return finish()
        subprocess.run([os.path.join(found[0], "bin/javac"), "--release", "17", "-nowarn", "-d", folder,
                        os.path.join(ROOT, "tests/whatif/Points.java"), os.path.join(ROOT, "bench/whatif/Programs.java")],
                       check=True)
        for jdk in found:
            who_sleeps_pays(jdk, folder)
            ask(jdk, folder, [])
            ask(jdk, folder, ["-XX:StartFlightRecording"])
    return finish()


sys.exit(main())
