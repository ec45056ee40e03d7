#!/usr/bin/env python3
"""How often does the gate fail for nothing, and how small a change does it find?

Records three programs (power/*.java) again and again, as they are and with a method that grew by 10 and by
30 % of the program, each by the JVM's own recorder and by the agent at the same time. Then runs are drawn
from these recordings, one or three a side, so many seconds of each, and gated: unchanged against unchanged,
and changed against unchanged.

usage: gate_power.py [--record-only] [--table-only] [FOLDER]
       recordings that exist are kept; build/bench/power unless given
"""
import argparse
import collections
import concurrent.futures
import glob
import itertools
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(TOP, "build/jfrtool"))
AGENT = os.path.join(TOP, "build/libjfragent.so")
PROGRAMS = ("Orders", "Compiles", "Shop")
CHANGES = {"base": (0, 14), "ten": (0.1, 9), "thirty": (0.3, 9)}  # growth, runs
SECONDS = 20
CPU_BUDGET = 7 * 60  # seconds a program


def jdk():
    named = [os.environ["JAVA_HOME"]] if "JAVA_HOME" in os.environ else []
    for home in named + sorted(glob.glob("/usr/lib/jvm/*17*")) + sorted(glob.glob("/usr/lib/jvm/*")):
        if os.access(os.path.join(home, "bin/javac"), os.X_OK):
            return home
    sys.exit("gate_power.py: no JDK in JAVA_HOME or /usr/lib/jvm")


# ==== Recording ==================================================================================

def schedule():
    """Runs of all kinds in turn, so that what the machine does meanwhile befalls all alike."""
    for number in range(max(runs for _, runs in CHANGES.values())):
        for kind, (growth, runs) in CHANGES.items():
            if number < runs:
                yield kind, growth, number
    # the kinds end in an order of their own: base has more runs


def record_one(home, folder, program, kind, growth, number):
    name = os.path.join(folder, f"{program}-{kind}-{number}")
    if os.path.exists(name + ".jfr"):
        return 0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [os.path.join(home, "bin/java"), "-Xmx512m", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints",
         f"-Dgrowth={growth}", f"-agentpath:{AGENT}=file={name}.agent.part,interval=10ms",
         f"-XX:StartFlightRecording:filename={name}.part,settings=profile",
         "-cp", os.path.join(folder, "classes"), f"power.{program}", str(SECONDS), str(number + 1)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.nice(10))
    os.replace(name + ".agent.part", name + ".agent.jfr")
    os.replace(name + ".part", name + ".jfr")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def record(folder):
    home = jdk()
    os.makedirs(os.path.join(folder, "classes"), exist_ok=True)
    subprocess.run([os.path.join(home, "bin/javac"), "-d", os.path.join(folder, "classes"),
                    *glob.glob(os.path.join(HERE, "power/*.java"))], check=True)
    used = collections.Counter()
    for kind, growth, number in schedule():
        for program in PROGRAMS:
            if used[program] < CPU_BUDGET:
                used[program] += record_one(home, folder, program, kind, growth, number)
    for program, seconds in used.items():
        print(f"{program}: {seconds:.0f} s of CPU", file=sys.stderr)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--record-only", action="store_true")
    arguments.add_argument("folder", nargs="?", default=os.path.join(TOP, "build/bench/power"))
    options = arguments.parse_args()
    record(options.folder)


if __name__ == "__main__":
    main()
