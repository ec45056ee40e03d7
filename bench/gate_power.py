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
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(TOP, "build/jfrtool"))
AGENT = os.path.join(TOP, "build/libjfragent.so")
PROGRAMS = ("Orders", "Compiles", "Shop")
CHANGES = {"base": (0, 14), "ten": (0.1, 9), "thirty": (0.3, 9)}  # growth, runs
SECONDS = 20
CPU_BUDGET = 20 * 60  # seconds a program


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
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.nice(10 if os.nice(0) >= 0 else 0))
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


# ==== Judging ====================================================================================

RULES = {"rules": [
    {"id": "method", "check": "growth", "max_points": 3, "max_ratio": 1.1},
    {"id": "gc-pause", "check": "gc-pause", "max_growth": 20, "max_ratio": 1.5, "min_samples": 5},
    {"id": "work", "check": "cpu-time", "per": "power.Unit", "max_ratio": 1.05, "min_samples": 0}]}
RECORDERS = {"JFR": (".jfr", True), "agent": (".agent.jfr", False)}  # end of the name, has units of work
LENGTHS = (10, 20)
SIDES = (1, 3)
DRAWS = {"base": 34, "ten": 20, "thirty": 20}  # of each program: a hundred unchanged pairs in all
NEAR = 2  # runs of both sides follow each other, but for as many: a program and its base are not compared across hours


def samples_of(path):
    done = subprocess.run([JFRTOOL, "facts", "--quiet", path], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["samples"] or 0


def usable(folder):
    """{(program, kind): {number: samples}} without runs to which the machine left less than half of what others got."""
    runs = {}
    for program, kind in itertools.product(PROGRAMS, CHANGES):
        found = {int(re.search(r"-(\d+)\.jfr$", path)[1]): samples_of(path)
                 for path in glob.glob(os.path.join(folder, f"{program}-{kind}-*.jfr")) if re.search(r"-\d+\.jfr$", path)}
        usual = statistics.median(found.values()) if found else 0
        runs[program, kind] = {number: n for number, n in sorted(found.items()) if 2 * n >= usual}
    return runs


def draw(chance, bases, news, size, seconds):
    """Numbers of runs of both sides, which were recorded about the same time, and options for the time."""
    same = bases is news
    while True:
        first = chance.choice(sorted(bases))
        span = range(first, first + (2 if same else 1) * size + NEAR)
        near = [number for number in bases if number in span]
        if len(near) < size:
            continue
        base = chance.sample(near, size)
        rest = [number for number in news if number in span and not (same and number in base)]
        if len(rest) >= size:
            break
    start = chance.randint(0, SECONDS - seconds)
    window = [] if seconds == SECONDS else ["--from", f"{start}s", "--to", f"{start + seconds}s"]
    return base, chance.sample(rest, size), window


def failing(rules, base, new, window):
    """Ids of the rules that fail."""
    sides = [option for path in base for option in ("--base", path)] + new
    done = subprocess.run([JFRTOOL, "gate", "--quiet", "--json", "--allow-empty", *rules, *window, *sides],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"gate_power.py: {' '.join(sides)}: exit {done.returncode}: {done.stderr}")
    return [rule["id"] for rule in json.loads(done.stdout)["rules"] if rule["verdict"] == "fail"]


def judge(folder, runs):
    """{(recorder, seconds, runs a side, kind, program): [ids that failed, of each draw]}"""
    rules, results = os.path.join(folder, "rules.json"), {}
    with open(rules, "w", encoding="utf-8") as file:
        json.dump(RULES, file)
    for recorder, (end, has_units) in RECORDERS.items():
        for seconds, size, kind, program in itertools.product(LENGTHS, SIDES, CHANGES, PROGRAMS):
            chance = random.Random(f"{recorder} {seconds} {size} {kind} {program}")
            draws = [draw(chance, runs[program, "base"], runs[program, kind], size, seconds)
                     for _ in range(DRAWS[kind])]

            def gate(drawn):
                base, new, window = drawn
                path = os.path.join(folder, f"{program}-{{}}-{{}}{end}")
                return failing(["--rules", rules] if has_units else [], [path.format("base", n) for n in base],
                               [path.format(kind, n) for n in new], window)
            with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
                results[recorder, seconds, size, kind, program] = list(pool.map(gate, draws))
    return results


# ==== The table ==================================================================================

def share(results, rule=None):
    """Percent of draws in which that rule, or any, fails."""
    hits = sum(bool(ids) if rule is None else rule in ids for ids in results)
    return 100 * hits / len(results)


def table(results, runs):
    kept = {program: runs[program, "base"] for program in PROGRAMS}
    lines = ["Samples of a run of 20 s, by JFR: " + ", ".join(
        f"{program} {statistics.median(each.values()):.0f} ({min(each.values())} to {max(each.values())})"
        for program, each in kept.items()) + ".", ""]
    lines += ["| recorded by | seconds | runs a side | false alarms of 100 | of them by | +10 % found | +30 % found | "
             "smallest found in 90 % |", "|---|---:|---:|---:|---|---|---|---|"]
    for recorder, seconds, size in itertools.product(RECORDERS, LENGTHS, SIDES):
        def of(kind, program):
            return results[recorder, seconds, size, kind, program]
        alarms = [ids for program in PROGRAMS for ids in of("base", program)]
        by = collections.Counter(rule for ids in alarms for rule in ids)
        found = {kind: {program: share(of(kind, program)) for program in PROGRAMS} for kind in ("ten", "thirty")}
        least = "+10 %" if min(found["ten"].values()) >= 90 else \
                "+30 %" if min(found["thirty"].values()) >= 90 else "larger"
        cells = [", ".join(f"{program} {value:.0f}" for program, value in each.items()) for each in found.values()]
        lines.append(f"| {recorder} | {seconds} | {size} | {share(alarms):.1f} | "
                     f"{', '.join(f'{rule} {n}' for rule, n in sorted(by.items())) or '-'} | {cells[0]} | {cells[1]} | {least} |")
    return lines


def write(lines, path=os.path.join(TOP, "docs/gate.md")):
    begin, end = "<!-- power -->", "<!-- /power -->"
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(begin)
    after = rest.split(end)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + "\n".join([begin, *lines, end]) + after)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--record-only", action="store_true")
    arguments.add_argument("--table-only", action="store_true")
    arguments.add_argument("folder", nargs="?", default=os.path.join(TOP, "build/bench/power"))
    options = arguments.parse_args()
    if not options.table_only:
        record(options.folder)
    if not options.record_only:
        runs = usable(options.folder)
        lines = table(judge(options.folder, runs), runs)
        print("\n".join(lines))
        write(lines)


if __name__ == "__main__":
    main()
