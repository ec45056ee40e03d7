"""--within and --outside against `jfr print --json`: which samples lie in which events of their own
thread is found out anew here, on a recording of requests made with each JDK.

usage: within.py
"""
import collections
import json
import os
import sys
import tempfile

import jdk
from calls import nanoseconds
from jdk import JFRTOOL, check, finish, run, skip
from tables import span

CONDITIONS = {
    "test.Request": lambda r: True,
    "test.Request where endpoint == '/slow'": lambda r: r["endpoint"] == "/slow",
    "test.Request where endpoint ~ 'fast'": lambda r: "fast" in r["endpoint"],
    "test.Request where duration > 100ms": lambda r: span(r["duration"]) > 100_000_000,
}


def printed(jfr, path):
    done = run(jfr, "print", "--json", "--stack-depth", "64", "--events",
               "ExecutionSample,test.Request", path)
    samples, requests = [], []
    for event in json.loads(done.stdout)["recording"]["events"]:
        (samples if event["type"] == "jdk.ExecutionSample" else requests).append(event["values"])
    return samples, requests


def is_in(sample, requests):
    at, thread = nanoseconds(sample["startTime"]), sample["sampledThread"]["javaThreadId"]
    return any(r["eventThread"]["javaThreadId"] == thread and
               nanoseconds(r["startTime"]) <= at <=
               nanoseconds(r["startTime"]) + span(r["duration"]) for r in requests)


def methods_of(samples):
    """{method: samples that have it on the stack}"""
    counts = collections.Counter()
    for sample in samples:
        frames = sample["stackTrace"]["frames"] if sample["stackTrace"] else []
        counts.update({f["method"]["name"] for f in frames
                       if f["method"]["type"]["name"].endswith("Requests")})
    return counts


def ours_of(path, *options):
    done = run(JFRTOOL, "hot-methods", "--json", "--quiet", "--top", "0", "--allow-empty", *options,
               path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["samples"], {m["method"]: m["total"] for m in found["methods"]
                              if m["class"] == "Requests"}


def problems_of(path, option, asked, theirs):
    samples, methods = ours_of(path, option, asked, "--raw-names")
    problems = [] if samples == len(theirs) else [f"samples: ours {samples}, jfr {len(theirs)}"]
    expected = methods_of(theirs)
    for name in ("slow", "fast", "other", "spin", "loop"):
        if methods.get(name, 0) != expected[name]:
            problems.append(f"{name}: ours {methods.get(name, 0)}, jfr {expected[name]}")
    return problems


def recording_problems(label, jfr, path):
    samples, requests = printed(jfr, path)
    check(f"{label}: there are samples and requests",
          [] if samples and len(requests) == 24 else [f"{len(samples)}, {len(requests)}"])
    for asked, condition in CONDITIONS.items():
        wanted = [r for r in requests if condition(r)]
        inside = [s for s in samples if is_in(s, wanted)]
        outside = [s for s in samples if not is_in(s, wanted)]
        check(f"{label}: --within {asked}", problems_of(path, "--within", asked, inside))
        check(f"{label}: --outside {asked}", problems_of(path, "--outside", asked, outside))
    _, methods = ours_of(path, "--within", "test.Request where endpoint == '/slow'")
    check(f"{label}: slow requests do not do what fast ones do",
          [name for name in ("fast", "other") if methods.get(name)])
    slow, fast = ([s for s in samples if is_in(s, [r for r in requests if r["endpoint"] == name])]
                  for name in ("/slow", "/fast"))
    done = run(JFRTOOL, "diff", "--json", "--quiet", "--within", "test.Request where endpoint == '/slow'",
               "--against-within", "test.Request where endpoint == '/fast'", path)
    found = json.loads(done.stdout) if done.returncode == 0 else {"base": {}, "new": {}}
    check(f"{label}: diff --within --against-within",
          [] if (found["base"].get("samples"), found["new"].get("samples")) ==
          (len(fast), len(slow)) else [f"{found['base']}, {found['new']} {done.stderr}, jfr "
                                       f"{len(fast)}, {len(slow)}"])
    for command in ("collapsed", "tree", "timeline", "threads", "flame"):
        done = run(JFRTOOL, command, "--quiet", "--within",
                   "test.Request where endpoint == '/slow'", path)
        check(f"{label}: {command} has only slow requests",
              [] if done.returncode == 0 and "Requests.other" not in done.stdout else
              [done.stderr or "other is there"])


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    for home in homes:
        label, jfr = os.path.basename(home), os.path.join(home, "bin/jfr")
        with tempfile.TemporaryDirectory() as scratch:
            path, classes = os.path.join(scratch, "requests.jfr"), os.path.join(scratch, "classes")
            run(os.path.join(home, "bin/javac"), "-d", classes,
                os.path.join(jdk.HERE, "Requests.java"))
            done = run(os.path.join(home, "bin/java"), "-cp", classes,
                       f"-XX:StartFlightRecording:filename={path},settings=profile", "Requests")
            if os.path.exists(path):
                recording_problems(label, jfr, path)
            else:
                check(f"{label}: makes a recording", [done.stderr])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
