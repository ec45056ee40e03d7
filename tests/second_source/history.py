"""`history` on builds whose changes are known, and on noise alone: what is found and how much of it is
wrong; p of a change against the formula, worked out here in the plainest way.

usage: history.py
"""
import json
import math
import os
import random
import sys
import tempfile

from jdk import JFRTOOL, check, finish, run

BUILDS, METHODS, SAMPLES = 30, 8, 20_000
WORLDS = 40


def line(build, shares, allocation, gc):
    """As `jfrtool facts` writes it, as far as history reads it."""
    return json.dumps({
        "v": 1, "path": f"ci/build-{build}.jfr", "status": "ok", "error": None, "start_ns": 10**18 + build,
        "recorded_ns": 60 * 10**9, "samples": SAMPLES, "cpu_mean": None, "gc_pause_ns": int(gc * 1e9),
        "alloc_bytes": int(allocation), "exceptions": None, "throttled_ns": None, "heap_max": None,
        "hot": [{"method": f"app.Main.m{i}", "self": round(share * SAMPLES), "total": SAMPLES}
                for i, share in enumerate(shares)]})


def world(chance, steps):
    """Lines of builds; steps: {(series, build): factor}. Series are methods, then allocation, then GC."""
    levels, lines = [0.1] * METHODS + [1e9, 0.6], []
    for build in range(BUILDS):
        for (series, at), factor in steps.items():
            levels[series] *= factor if at == build else 1
        noisy = [level * chance.gauss(1, 0.04) for level in levels]
        lines.append(line(build, noisy[:METHODS], *noisy[METHODS:]))
    return lines


def history(path, *options):
    done = run(JFRTOOL, "history", "--json", "--quiet", *options, path)
    return json.loads(done.stdout) if done.stdout else None, done


def found(lines, scratch):
    path = os.path.join(scratch, "all.ndjson")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return history(path)[0]


def name_of(series):
    return f"app.Main.m{series}" if series < METHODS else ("allocation", "GC pauses")[series - METHODS]


def noise_problems(scratch):
    wrong = sum(bool(found(world(random.Random(seed), {}), scratch)["changes"]) for seed in range(WORLDS))
    # Of 40 worlds 2 may have one; 6 or more would come by chance once in sixty runs.
    return [f"changes in {wrong} of {WORLDS} worlds of noise"] if wrong > 5 else []


def recall_problems(scratch):
    chance, wanted, hits, extra, problems = random.Random(1), 0, 0, 0, []
    for _ in range(WORLDS):
        places = chance.sample(range(METHODS + 2), 3)
        steps = {(series, chance.randint(4, BUILDS - 5)): chance.choice((0.8, 1.25)) for series in places}
        changes = {(c["name"], c["number"]) for c in found(world(chance, steps), scratch)["changes"]}
        for series, at in steps:
            near = {(name_of(series), at + off) for off in (-1, 0, 1)} & changes
            wanted, hits, changes = wanted + 1, hits + bool(near), changes - near
        extra += len(changes)
    if hits < 0.95 * wanted:
        problems.append(f"{hits} of {wanted} changes of five times the noise are found")
    if extra > 0.08 * (hits + extra):
        problems.append(f"{extra} of {hits + extra} changes are none")
    return problems


def t_upper(t, df):
    """By Simpson's rule over u in t = sqrt(df) tan(u)."""
    low, high, steps = math.atan(t / math.sqrt(df)), math.pi / 2, 20_000
    total = sum((4 if i % 2 else 2) * math.cos(low + (high - low) * i / steps) ** (df - 1) for i in range(1, steps))
    total += math.cos(low) ** (df - 1)
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)
    return scale * total * (high - low) / steps / 3


def t_p(values, inside, cuts, sampled):
    n, k = len(values), len(inside)
    mean = sum(values) / n
    between = (sum(inside) - k * mean) ** 2 / (k * (n - k) / n)
    within = max(sum((v - mean) ** 2 for v in values) - between, sampled)
    return min(1, 2 * cuts * t_upper(math.sqrt(between / within * (n - 2)), n - 2))


def plain_p(values, sampled):
    """The least of all cuts and of all stretches, each the larger of values and logarithms."""
    def clearest(pairs):
        mean, n = sum(values) / len(values), len(values)
        return max(pairs, key=lambda p: abs(sum(values[p[0]:p[1]]) - (p[1] - p[0]) * mean)
                   / math.sqrt((p[1] - p[0]) * (n - p[1] + p[0]) / n))
    n, least = len(values), 1.0
    kinds = [[(i, n) for i in range(1, n)], [(i, j) for i in range(n) for j in range(i + 1, n + 1) if j - i < n and (j == n or i)]]
    for pairs, cuts in zip(kinds, (n - 1, n * (n - 1) / 2)):
        a, b = clearest(pairs)
        p = t_p(values, values[a:b], cuts, sampled)
        if min(values) > 0:
            logs = [math.log(v) for v in values]
            p = max(p, t_p(logs, logs[a:b], cuts, 0))
        least = min(least, p)
    return min(1, 2 * least)


def formula_problems(scratch):
    report, problems = found(world(random.Random(3), {(METHODS, 12): 1.07, (2, 20): 1.08}), scratch), []
    if len(report["changes"]) != 2:
        problems.append(f"changes: {report['changes']}")
    for change in report["changes"]:
        values = next(s["values"] for s in report["series"] if s["name"] == change["name"])
        share = sum(values) / len(values) / 100
        sampled = 1e4 * 2 * share * (1 - share) / SAMPLES * BUILDS if change["kind"] == "method" else 0
        p = plain_p(values, sampled)
        if abs(change["p"] - p) > max(0.01 * p, 1e-6):
            problems.append(f"{change['name']}: ours {change['p']}, formula {p}")
        at = change["number"]
        if abs(change["before"] - sum(values[:at]) / at) > 1e-4 * change["before"]:
            problems.append(f"{change['name']}: before {change['before']}")
    return problems


def folder_problems(scratch):
    """A file of facts for each build, in the order of the numbers in their names, and one that is none."""
    folder, problems = os.path.join(scratch, "builds"), []
    os.mkdir(folder)
    for build, text in enumerate(world(random.Random(5), {(METHODS, 9): 2})):
        with open(os.path.join(folder, f"build-{build}.json"), "w", encoding="utf-8") as file:
            file.write(text + "\n")
    with open(os.path.join(folder, "build-99.json"), "w", encoding="utf-8") as file:
        file.write("{\n")
    report, done = history(folder)
    names = [b["build"] for b in report["builds"]]
    if names != [f"build-{i}" for i in range(BUILDS)]:
        problems.append(f"builds: {names}")
    if done.returncode != 5 or [os.path.basename(o["path"]) for o in report["left_out"]] != ["build-99.json"]:
        problems.append(f"exit {done.returncode}, left out {report['left_out']}")
    if [(c["build"], c["id"]) for c in report["changes"]] != [("build-9", "allocation")]:
        problems.append(f"changes: {report['changes']}")
    if history(folder, "--since", "build-10")[0]["changes"]:
        problems.append("--since leaves a change before it")
    return problems


def main():
    with tempfile.TemporaryDirectory() as scratch:
        check("noise alone has hardly any change", noise_problems(scratch))
        check("changes of five times the noise are found", recall_problems(scratch))
        check("p by the formula", formula_problems(scratch))
        check("a folder of files, one of them bad", folder_problems(scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
