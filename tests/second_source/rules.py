"""Every rule of JDK Mission Control against what it says itself of recordings other people made.

$CORPUS/expected/NAME.rules.tsv has rule, severity and score of all 70 rules. Without the folder the
test says so and is skipped. A difference is allowed only where it is listed below.

usage: rules.py [RULE...]     only these, with all differences printed
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402

CORPUS = os.environ.get("CORPUS", "")
JFRTOOL = os.environ.get("JFRTOOL", "build/jfrtool")

# (recording, rule): why JMC's own result depends on something that the recording does not say.
UNDEFINED = {
}
# Durations end at a floating point number of ns since the epoch, good to 256 ns: scores of pauses that
# take less than a millisecond differ by as much.
COARSE = {"HighGc", "GcPauseRatio", "ApplicationHalts", "GcFreedRatio",
          "biasedLockingRevocationPause"}


def expected(file):
    with open(file, encoding="utf-8") as f:
        for line in f:
            rule, severity, score = (line.rstrip("\n").split("\t") + ["", ""])[:3]
            yield rule, severity, float(score) if score else None


def same_score(rule, ours, theirs):
    if ours is None or theirs is None:
        return ours is theirs
    tolerance = 1e-3 if rule in COARSE else 1e-6
    return abs(ours - theirs) <= tolerance * max(abs(theirs), 1)


def judged(path):
    done = subprocess.run([JFRTOOL, "rules", "--jmc-compat", "--json", "--quiet", path],
                          capture_output=True, text=True)
    if done.returncode:
        return done, None
    return done, {r["id"]: r for r in json.loads(done.stdout)["rules"]}


def problems(name, ours, file, only):
    out = []
    for rule, severity, score in expected(file):
        if only and rule not in only:
            continue
        if (name, rule) in UNDEFINED:
            continue
        mine = ours.get(rule)
        if not mine:
            out.append(f"{rule}: not there")
        elif mine["severity"] != severity or not same_score(rule, mine["score"], score):
            out.append(f"{rule}: ours {mine['severity']} {mine['score']}, JMC {severity} {score}")
    return out


# ---- Ours ----------------------------------------------------------------------------------------

# What overview has to say of recordings whose trouble is known, with its figure.
KNOWN = {
    "tck-test": {"GcPauseRatio": 47.03, "ContainerThrottling": 84.33},
    "full_gc_g1": {"FullGc": 16},
    "wldf": {"JavaBlocking": 94.8},
}
# ... and what it has to say first.
FIRST = {"tck-test": "GcPauseRatio", "full_gc_g1": "FullGc"}


def shape_problems(path):
    """The JSON that scripts rely on, and that severity and score say the same."""
    done = subprocess.run([JFRTOOL, "rules", "--json", "--quiet", path], capture_output=True,
                          text=True)
    if done.returncode:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    out = []
    for rule in json.loads(done.stdout)["rules"]:
        missing = {"id", "topic", "severity", "score", "summary", "window", "see"} - set(rule)
        if missing:
            out.append(f"{rule.get('id')}: without {missing}")
            continue
        score, severity = rule["score"], rule["severity"]
        if severity not in ("NA", "OK", "INFO", "WARNING") or not rule["summary"]:
            out.append(f"{rule['id']}: {severity}, \"{rule['summary']}\"")
        if score is not None and not 0 <= score <= 100:
            out.append(f"{rule['id']}: score {score}")
        window = rule["window"]
        if window is not None and not 0 < window["from"] <= window["to"]:
            out.append(f"{rule['id']}: window {window}")
    return out


def known_problems(name, path):
    done = subprocess.run([JFRTOOL, "overview", "--json", "--quiet", path], capture_output=True,
                          text=True)
    found = {f["id"]: f["figure"] for f in json.loads(done.stdout)["findings"]}
    first = [] if name not in FIRST or next(iter(found)) == FIRST[name] else [
        f"first is {next(iter(found))}, expected {FIRST[name]}"]
    return first + [f"{rule}: {found.get(rule)}, expected {figure}" for rule, figure in KNOWN[name].items()
            if found.get(rule) is None or abs(found[rule] - figure) > 0.005 * figure]


def main():
    recordings = os.path.join(CORPUS, "recordings")
    if not os.path.isdir(recordings):
        skip(f"no corpus at '{CORPUS}': set CORPUS to a folder with recordings/ and expected/")
        return finish()
    only = sys.argv[1:]
    for file in sorted(os.listdir(recordings)):
        base = re.sub(r"(\.jfr)?(\.gz)?$", "", file)
        figures = os.path.join(CORPUS, "expected", base + ".rules.tsv")
        if not os.path.exists(figures):
            continue
        done, ours = judged(os.path.join(recordings, file))
        if ours is None and "format 0.9" in done.stderr:
            skip(f"{base}: of format 0.9, which is not read")
            continue
        check(f"{base}: 70 rules as in JMC",
              problems(base, ours, figures, only) if ours is not None else [done.stderr])
        check(f"{base}: rules --json", shape_problems(os.path.join(recordings, file)))
        if base in KNOWN:
            check(f"{base}: what stands out", known_problems(base, os.path.join(recordings, file)))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
