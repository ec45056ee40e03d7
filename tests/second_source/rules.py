"""What our rules say of recordings other people made: their JSON has its shape, and what stands out
where the trouble is known is found. JDK Mission Control's verdict on methods, which we claim to give,
is held in corpus.py and calls.py. Without the folder of recordings the test says so and is skipped.
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

# What overview has to say of recordings whose trouble is known, with its figure.
KNOWN = {
    "tck-test": {"GcPauseRatio": 47.03, "ContainerThrottling": 84.33},
    "full_gc_g1": {"FullGc": 16},
    "wldf": {"JavaBlocking": 94.8},
}
# ... and what it has to say first.
FIRST = {"tck-test": "ContainerThrottling", "full_gc_g1": "GcPauseRatio"}


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
    causes = json.loads(done.stdout)["findings"]
    found = {f["id"]: f["figure"] for cause in causes for f in [cause] + cause["consequences"]}
    first = [] if name not in FIRST or next(iter(found)) == FIRST[name] else [
        f"first is {next(iter(found))}, expected {FIRST[name]}"]
    return first + [f"{rule}: {found.get(rule)}, expected {figure}" for rule, figure in KNOWN[name].items()
            if found.get(rule) is None or abs(found[rule] - figure) > 0.005 * figure]


def main():
    recordings = os.path.join(CORPUS, "recordings")
    if not os.path.isdir(recordings):
        skip(f"no corpus at '{CORPUS}': set CORPUS to a folder with recordings/")
        return finish()
    for file in sorted(os.listdir(recordings)):
        base = re.sub(r"(\.jfr)?(\.gz)?$", "", file)
        check(f"{base}: rules --json", shape_problems(os.path.join(recordings, file)))
        if base in KNOWN:
            check(f"{base}: what stands out", known_problems(base, os.path.join(recordings, file)))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
