"""Our figures against those of JDK Mission Control's parser, for recordings other people made.

$CORPUS/recordings/NAME.jfr[.gz] and $CORPUS/expected/NAME.{hot,events}.tsv. Without the folder the
test says so and is skipped. Every difference must be explained by a rule below, or it is a bug.
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

# JMC leaves out some events on purpose; what it counts is what remains.
JMC_DROPS = {
    # Thrown inside the constructor of an Error: counted as jdk.JavaErrorThrow already.
    "jdk.JavaExceptionThrow",
}

RANDOM_SUFFIX = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")


def run(*args):
    return subprocess.run([JFRTOOL, *args], capture_output=True, text=True)


def method_name(row):
    # JMC makes dots of all slashes, of the one in front of a hidden class's number too.
    return f"{row['class'].replace('/', '.')}.{row['method']}{row['descriptor']}"


def expected_hot(file):
    """The figures in the file: samples, those without stack, {method: (self, total)}."""
    with open(file, encoding="utf-8") as f:
        head = f.readline().split()
        theirs = {}
        for line in f:
            own, total, method = line.rstrip("\n").split("\t")
            theirs[method] = (int(own), int(total))
    return int(head[2]), int(head[4]), theirs


def hot_problems(path, samples, without, theirs, *options):
    done = run("hot-methods", "--raw-names", "--event", "jdk.ExecutionSample", "--top", "0",
               "--json", "--allow-empty", *options, path)
    if done.returncode != 0:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    ours = json.loads(done.stdout)
    problems = []
    if (ours["samples"], ours["samples_without_stack"]) != (samples, without):
        problems.append(f"samples {ours['samples']} without stack "
                        f"{ours['samples_without_stack']}, JMC {samples} {without}")
    mine = {method_name(r): (r["self"], r["total"]) for r in ours["methods"]}
    for method in sorted(set(mine) | set(theirs)):
        if mine.get(method) != theirs.get(method):
            problems.append(f"{method}: ours {mine.get(method)}, JMC {theirs.get(method)}")
    return problems


def expected_events(file):
    with open(file, encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t") for line in f]


def java_name(name):
    """What JMC calls an event type of format 0.9 by its address has a Java name here."""
    if "://" not in name:
        return name
    host, *path = name.split("://")[1].split("/")
    return ".".join(list(reversed(host.removeprefix("www.").split("."))) + path)


def event_problems(path, expected):
    """expected: pairs of an event type and how many JMC counted."""
    done = run("summary", "--json", path)
    if done.returncode != 0:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    mine = {name: e["count"] for name, e in json.loads(done.stdout)["events"].items()
            if name not in ("jdk.Metadata", "jdk.Checkpoint")}
    theirs = {}
    for name, count in expected:
        # A type whose fields change between chunks gets a random suffix: same type to us.
        base = java_name(RANDOM_SUFFIX.sub("", name))
        theirs[base] = theirs.get(base, 0) + int(count)
    problems = []
    for name in sorted(set(mine) | set(theirs)):
        a, b = mine.get(name, 0), theirs.get(name, 0)
        if a == b or (name in JMC_DROPS and a > b):
            continue
        problems.append(f"{name}: ours {a}, JMC {b}")
    return problems


def expected_rule(file):
    """Severity, score ("" if there is none) and summary of MethodProfiling; None: not evaluated."""
    with open(file, encoding="utf-8") as f:
        for line in f:
            rule, severity, score, summary = line.rstrip("\n").split("\t")[:4]
            if rule == "MethodProfiling":
                return severity, score, summary
    return None


def rule_problems(path, severity, score, summary):
    """JMC gives no score from INFO on, but says the shares: 16.3 % of what is possible, 99.8 % of the
    samples taken. Where it goes by the order of a hash map (hottest methods with equally many
    samples, several parts of a window) ours goes by names; no recording here depends on it."""
    done = run("method-profiling", "--jmc-compat", "--json", "--quiet", path)
    if done.returncode not in (0, 4):  # 4: there are no samples, which JMC judges, too
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    ours = json.loads(done.stdout)["analysis"]
    problems = []
    if ours["severity"] != severity:
        problems.append(f"severity {ours['severity']}, JMC {severity}")
    if score and (ours["score"] is None or abs(ours["score"] - float(score)) > 1e-12):
        problems.append(f"score {ours['score']}, JMC {score}")
    if not score and severity in ("OK", "NA") and ours["score"] is not None:
        problems.append(f"score {ours['score']}, JMC has none")
    if severity == "NA" and (summary == "Ignored") != (ours["reason"] == "not-enabled"):
        problems.append(f"reason {ours['reason']}, JMC: {summary}")
    shares = re.findall(r"([0-9.]+)\s*%", summary)
    if severity in ("INFO", "WARNING"):
        mine = [f"{ours[key]:.3g}" for key in ("share_percent", "share_of_taken_percent")]
        name = ours["method"]["class"].rsplit(".", 1)[-1] + "." + ours["method"]["method"] + "("
        if shares != mine or name not in summary:
            problems.append(f"{name} {mine}, JMC: {summary}")
    return problems


def main():
    recordings = os.path.join(CORPUS, "recordings")
    if not os.path.isdir(recordings):
        skip(f"no corpus at '{CORPUS}': set CORPUS to a folder with recordings/ and expected/")
        return finish()
    for file in sorted(os.listdir(recordings)):
        path = os.path.join(recordings, file)
        base = file.removesuffix(".gz").removesuffix(".jfr")
        expected = os.path.join(CORPUS, "expected", base)
        if os.path.exists(expected + ".hot.tsv"):
            check(f"{base}: hot methods as in JMC",
                  hot_problems(path, *expected_hot(expected + ".hot.tsv")))
            check(f"{base}: event counts as in JMC",
                  event_problems(path, expected_events(expected + ".events.tsv")))
            check(f"{base}: the verdict on method profiling as in JMC",
                  rule_problems(path, *expected_rule(expected + ".rules.tsv")))
        else:
            done = run("summary", "--json", path)
            check(f"{base}: read although JMC cannot load it",
                  [] if done.returncode == 0 else [done.stderr])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
