"""Our figures against those of the JDK's own `jfr` command.

1. testdata/expected/, which the JDK wrote when the recordings were made (needs no JDK).
2. `jfr summary` and `jfr print` of every JDK found, on testdata/ and on a recording made now.
3. Workloads that spend known shares of their time in known methods.

usage: jdk.py [--stored]     only part 1 and 3
"""
import fcntl
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
EXPECTED = os.path.join(TESTDATA, "expected")
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
HOT_SCRIPT = os.path.join(TESTDATA, "hot_from_jfr_print.py")


def run(*args):
    return subprocess.run(args, capture_output=True, text=True)


def find_recording(name):
    for suffix in (".jfr", ".jfr.gz", ".jfr.zst", ""):
        path = os.path.join(TESTDATA, name + suffix)
        if os.path.exists(path):
            return path
    return None


# ---- Event counts and bytes ----------------------------------------------------------------------

ROW = re.compile(r"^\s*(\S+)\s+(\d+)\s+(\d+)\s*$")


def counts_of_jfr(text):
    """{type: (count, bytes)} of what `jfr summary` prints, types that occur only."""
    rows = (ROW.match(line) for line in text.splitlines())
    # JDK 17 spells jdk.Checkpoint with a large P.
    counts = {m[1].replace("CheckPoint", "Checkpoint"): (int(m[2]), int(m[3])) for m in rows if m}
    return {name: c for name, c in counts.items() if c[0]}


def summary_problems(path, text):
    done = run(JFRTOOL, "summary", "--json", path)
    if done.returncode:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    ours = json.loads(done.stdout)
    mine = {name: (e["count"], e["bytes"]) for name, e in ours["events"].items()}
    theirs = counts_of_jfr(text)
    problems = [f"{name}: ours {mine.get(name)}, jfr {theirs.get(name)}"
                for name in sorted(set(mine) | set(theirs)) if mine.get(name) != theirs.get(name)]
    chunks = re.search(r"Chunks: (\d+)", text)
    if chunks and int(chunks[1]) != len(ours["chunks"]):
        problems.append(f"chunks: ours {len(ours['chunks'])}, jfr {chunks[1]}")
    return problems


# ---- Hot methods ---------------------------------------------------------------------------------

def escaped(name):
    out = []
    for c in name:
        if c == "\\":
            out.append("\\\\")
        elif c in "\t\n\r":
            out.append({"\t": "\\t", "\n": "\\n", "\r": "\\r"}[c])
        elif ord(c) < 32 or 127 <= ord(c) < 160:
            out.append("\\u%04X" % ord(c))
        else:
            out.append(c)
    return "".join(out)


def hot_of(text):
    lines = text.rstrip("\n").split("\n")
    head = lines[0].split()
    rows = {}
    for line in lines[1:]:
        own, total, method = line.split("\t")
        rows[method] = (int(own), int(total))
    return (int(head[2]), int(head[4])), rows


def hot_problems(path, text, event, names_matter=True):
    done = run(JFRTOOL, "hot-methods", "--raw-names", "--constructors", "--event", event, "--top", "0", "--json",
               "--allow-empty", path)
    if done.returncode:
        return [f"exit {done.returncode}: {done.stderr.strip()}"]
    ours = json.loads(done.stdout)
    samples, theirs = hot_of(text)
    problems = []
    if (ours["samples"], ours["samples_without_stack"]) != samples:
        problems.append(f"samples, without stack: ours {ours['samples']}, "
                        f"{ours['samples_without_stack']}, jfr {samples}")
    # The script that reads `jfr print` writes every slash as a dot, that of hidden classes too.
    mine = {escaped(r["class"].replace("/", ".") + "." + r["method"] + r["descriptor"]):
            (r["self"], r["total"]) for r in ours["methods"]}
    if not names_matter:
        if sorted(mine.values()) != sorted(theirs.values()):
            problems.append("counts differ")
        return problems
    for method in sorted(set(mine) | set(theirs)):
        if mine.get(method) != theirs.get(method):
            problems.append(f"{method}: ours {mine.get(method)}, jfr {theirs.get(method)}")
    return problems


def stored():
    for path in sorted(glob.glob(os.path.join(EXPECTED, "*.summary.txt"))):
        name = os.path.basename(path).removesuffix(".summary.txt")
        with open(path, encoding="utf-8") as f:
            check(f"{name}: event counts and bytes as the JDK's jfr counted them",
                  summary_problems(find_recording(name), f.read()))
    for path in sorted(glob.glob(os.path.join(EXPECTED, "*.hot*.tsv"))):
        name, kind = os.path.basename(path).removesuffix(".tsv").split(".")
        event = "jdk." + kind[4:] if kind.startswith("hot-") else "jdk.ExecutionSample"
        with open(path, encoding="utf-8") as f:
            # The JDK takes modified UTF-8 for UTF-8: its word on the hostile names is not right.
            check(f"{name}: self and total of {event} as in the JDK's jfr print",
                  hot_problems(find_recording(name), f.read(), event,
                               names_matter=not name.startswith("hostile")))


# ---- Known shares --------------------------------------------------------------------------------

def share_problems(path, expected, tolerance):
    """expected: {method: share of self time}. tolerance in points: 3 standard deviations or so."""
    done = run(JFRTOOL, "hot-methods", "--json", "--top", "0", path)
    rows = {r["method"]: r["self_percent"] for r in json.loads(done.stdout)["methods"]}
    return [f"{m}: {rows.get(m, 0):.1f} % of self time, known to be {share} %"
            for m, share in expected.items() if abs(rows.get(m, 0) - share) > tolerance]


def shares():
    for name in ("shares-17", "shares-25"):
        check(f"{name}: hot methods have the shares that the workload gave them",
              share_problems(find_recording(name),
                             {"hotHalf": 50, "hotThirty": 30, "hotTwenty": 20}, 5.5))
    check("cputime-25: CPU-time samples have the shares that the workload gave them",
          share_problems(find_recording("cputime-25"),
                         {"platform": 50, "heavy": 37.5, "light": 12.5}, 7))


# ---- Live ----------------------------------------------------------------------------------------

def jdks():
    """Homes of the JDKs that are here; those that jdks.sh made of them, if JDKS names its folder."""
    folder = os.environ.get("JDKS")
    homes = glob.glob(folder + "/*") if folder else glob.glob("/usr/lib/jvm/*") + [os.environ.get("JAVA_HOME", "")]
    found = {}
    for home in homes:
        if home and os.access(os.path.join(home, "bin/jfr"), os.X_OK):
            found.setdefault(os.path.realpath(home), home)
    return sorted(found.values())


def decompressed(path, scratch):
    if path.endswith(".jfr") or os.path.isdir(path):
        return path
    out = os.path.join(scratch, os.path.basename(path).rsplit(".", 1)[0])
    tool = ["gzip", "-dc"] if path.endswith(".gz") else ["zstd", "-dc"]
    with open(out, "wb") as f:
        subprocess.run(tool + [path], stdout=f, check=True)
    return out


def live_recording(home, scratch):
    """Runs the workload of known shares under the JDK's own recorder; the recording's path. All tests of a
    run take the same, which is the first one's."""
    if not os.environ.get("JDKS"):
        return new_recording(home, scratch)
    kept = os.path.join(os.environ["JDKS"], "said", os.path.basename(home) + ".busy.jfr")
    with open(kept + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(kept):
            new = new_recording(home, scratch)
            if not os.path.exists(new):
                return new
            shutil.copyfile(new, kept)
    return shutil.copyfile(kept, os.path.join(scratch, "busy.jfr"))


def new_recording(home, scratch):
    classes = os.path.join(scratch, "classes")
    source = os.path.join(HERE, "Busy.java")
    out = os.path.join(scratch, "busy.jfr")
    run(os.path.join(home, "bin/javac"), "-d", classes, source)
    done = run(os.path.join(home, "bin/java"), "-cp", classes,
               f"-XX:StartFlightRecording=filename={out},settings=profile", "Busy")
    return out if os.path.exists(out) else done.stderr


def live(home):
    global skipped
    jfr = os.path.join(home, "bin/jfr")
    label = os.path.basename(home)
    with tempfile.TemporaryDirectory() as scratch:
        fresh = live_recording(home, scratch)
        if not os.path.exists(fresh):
            check(f"{label}: makes a recording", [fresh])
            return
        recordings = [fresh] + [decompressed(find_recording(n), scratch) for n in
                                ("chunks-17", "deep-17", "shares-25", "lambdas-25", "native-17")]
        for path in recordings:
            name = os.path.basename(path)
            done = run(jfr, "summary", path)
            check(f"{label}: {name}: jfr summary", summary_problems(path, done.stdout))
            for event in ("jdk.ExecutionSample", "jdk.NativeMethodSample",
                          "jdk.JavaExceptionThrow", "jdk.ObjectAllocationSample",
                          "jdk.JavaMonitorEnter"):
                hot = run(sys.executable, HOT_SCRIPT, "--jfr", jfr, path, event)
                if hot.returncode:
                    check(f"{label}: {name}: jfr print {event}", [hot.stderr[-300:]])
                elif not hot.stdout.startswith("# samples 0 "):
                    check(f"{label}: {name}: {event}", hot_problems(path, hot.stdout, event))


def main():
    stored()
    shares()
    if "--stored" not in sys.argv:
        homes = jdks()
        if not homes:
            skip("no JDK under /usr/lib/jvm or in JAVA_HOME: figures as stored only")
        for home in homes:
            live(home)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
