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

CORPUS = os.environ.get("CORPUS", "")
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


def split_problems(path, options, wanted, samples):
    """Each endpoint's samples and methods, in `hot-methods` and as roots in `collapsed`."""
    done = run(JFRTOOL, "hot-methods", "--json", "--quiet", "--raw-names", "--top", "0", *options,
               path)
    if done.returncode:
        return [done.stderr]
    found = json.loads(done.stdout)
    ours = {g["value"]: (g["samples"], {m["method"]: m["total"] for m in g["methods"]
                                        if m["class"] == "Requests"}) for g in found["groups"]}
    problems, expected = [], {}
    for endpoint in {r["endpoint"] for r in wanted}:
        inside = [s for s in samples
                  if is_in(s, [r for r in wanted if r["endpoint"] == endpoint])]
        expected[endpoint] = len(inside)
        count, methods = ours.get(endpoint, (0, {}))
        theirs = methods_of(inside)
        if count != len(inside) or any(methods.get(n, 0) != theirs[n] for n in ("slow", "fast")):
            problems.append(f"{endpoint}: ours {count} {methods}, jfr {len(inside)} {theirs}")
    done = run(JFRTOOL, "collapsed", "--quiet", *options, path)
    roots = collections.Counter()
    for line in done.stdout.splitlines():
        roots[line.split(";")[0].rsplit(" ", 1)[0]] += int(line.rsplit(" ", 1)[1])
    if roots != expected:
        problems.append(f"collapsed: ours {roots}, jfr {expected}")
    return problems


def timeline_problems(path, options, wanted, samples):
    """Samples of each endpoint in each step of `timeline`."""
    done = run(JFRTOOL, "timeline", "--json", "--quiet", "--top", "0", "--buckets", "40", *options,
               path)
    if done.returncode:
        return [done.stderr]
    found = json.loads(done.stdout)
    expected = {}
    for endpoint in {r["endpoint"] for r in wanted}:
        requests = [r for r in wanted if r["endpoint"] == endpoint]
        counts = expected[endpoint] = [0] * found["buckets"]
        for sample in samples:
            if is_in(sample, requests):
                at = nanoseconds(sample["startTime"]) - found["start_ns"]
                counts[min(at // found["bucket_ns"], len(counts) - 1)] += 1
    ours = {row.get("group"): row["counts"] for row in found["rows"]}
    everything = [sum(counts) for counts in zip(*expected.values())]
    return [f"ours {a}, jfr {b}" for a, b in ((ours, expected), (found["counts"], everything))
            if a != b]


def tree_problems(path, options):
    """What `callers`, `callees` and `tree` say of each value against `hot-methods --by`."""
    done = run(JFRTOOL, "hot-methods", "--json", "--quiet", "--raw-names", "--top", "0", *options,
               path)
    if done.returncode:
        return [done.stderr]
    groups = json.loads(done.stdout)["groups"]
    problems = [] if len(groups) > 1 else [f"{len(groups)} values"]
    wanted = {method: {g["value"]: row["total"] for g in groups for row in g["methods"]
                       if (row["class"], row["method"]) == ("Requests", method)}
              for method in ("slow", "fast", "spin", "loop")}
    asked = [([command, f"Requests.{method}"], 1, expected) for method, expected in wanted.items()
             if expected for command in ("callers", "callees")]
    asked.append((["tree"], 0, {g["value"]: g["samples"] for g in groups}))
    for command, depth, expected in asked:
        done = run(JFRTOOL, *command, "--json", "--quiet", "--raw-names", "--min-share", "0",
                   *options, path)
        found = json.loads(done.stdout) if done.returncode == 0 else {"nodes": []}
        ours = {n["group"]: n["samples"] for n in found["nodes"] if "group" in n}
        if ours != expected or any(n["depth"] != depth for n in found["nodes"] if "group" in n):
            problems.append(f"{command}: {ours}, hot-methods {expected} {done.stderr}")
        if depth and found.get("of_samples") != sum(expected.values()):
            problems.append(f"{command}: of {found.get('of_samples')}, hot-methods {expected}")
    return problems


def overlap_problems(path, samples, requests):
    """Samples of all threads while one of them served a slow request."""
    slow = [(nanoseconds(r["startTime"]), nanoseconds(r["startTime"]) + span(r["duration"]))
            for r in requests if r["endpoint"] == "/slow"]
    inside = [s for s in samples
              if any(a <= nanoseconds(s["startTime"]) <= b for a, b in slow)]
    asked = "test.Request where endpoint == '/slow'"
    problems = []
    for option, theirs in (("--within", inside), ("--outside", [s for s in samples
                                                                if s not in inside])):
        count, _ = ours_of(path, option, asked, "--overlap")
        if count != len(theirs):
            problems.append(f"{option}: ours {count}, jfr {len(theirs)}")
    return problems


def span_problems(path, jfr):
    """Samples of a tracer's profiler that belong to the spans of an endpoint."""
    done = run(jfr, "print", "--json", "--stack-depth", "1", "--events",
               "datadog.ExecutionSample,datadog.Endpoint", path)
    names, counts = {}, collections.Counter()
    events = json.loads(done.stdout)["recording"]["events"]
    for event in events:
        if event["type"] == "datadog.Endpoint":
            names.setdefault(event["values"]["localRootSpanId"], event["values"]["endpoint"])
    for event in events:
        root = event["values"]["localRootSpanId"]
        if event["type"] == "datadog.ExecutionSample" and root in names:
            counts[names[root]] += 1
    problems = [] if len(counts) > 1 else [f"jfr: {counts}"]
    for options in (["--by", "endpoint"], ["--within", "datadog.Endpoint", "--by", "endpoint"]):
        done = run(JFRTOOL, "hot-methods", "--json", "--quiet", *options, path)
        ours = {g["value"]: g["samples"] for g in json.loads(done.stdout)["groups"]}
        if ours != counts:
            problems.append(f"{options}: ours {ours}, jfr {counts}")
    # How long a span took is nowhere: requests has to say so, and no times of 0.
    if any(span(e["values"]["duration"]) for e in events if e["type"] == "datadog.Endpoint"):
        problems.append("jfr: spans have durations")
    for options in ([], ["--within", "datadog.Endpoint", "--by", "endpoint"]):
        done = run(JFRTOOL, "requests", *options, path)
        if (done.returncode, "durations are not known" in done.stderr, " 0 s" in done.stdout) != \
                (4, True, False):
            problems.append(f"requests {options}: {done.returncode} {done.stderr} {done.stdout}")
    one = max(counts, key=counts.get)
    count, _ = ours_of(path, "--within", f"datadog.Endpoint where endpoint == '{one}'")
    return problems + ([] if count == counts[one] else [f"{one}: ours {count}, jfr {counts[one]}"])


def recording_problems(label, jfr, path, annotated):
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
    split = split_problems(path, ["--within", "test.Request", "--by", "endpoint"], requests,
                           samples)
    check(f"{label}: --by endpoint", split)
    check(f"{label}: timeline --by endpoint",
          timeline_problems(path, ["--within", "test.Request", "--by", "endpoint"], requests, samples))
    for options in (["--within", "test.Request", "--by", "endpoint"], ["--by", "sampledThread"]):
        check(f"{label}: callers, callees and tree {' '.join(options)}",
              tree_problems(path, options))
    if annotated:
        check(f"{label}: --by a contextual field", split_problems(path, ["--by", "endpoint"],
                                                                  requests, samples))
    check(f"{label}: --overlap", overlap_problems(path, samples, requests))
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
            with open(os.path.join(jdk.HERE, "Requests.java")) as file:
                source = file.read()
            annotated = os.path.exists(os.path.join(home, "lib/jfr/profile.jfc")) and \
                "Contextual" in run(os.path.join(home, "bin/javap"), "jdk.jfr.Contextual").stdout
            if annotated:
                source = source.replace("String endpoint;", "@jdk.jfr.Contextual String endpoint;")
            with open(os.path.join(scratch, "Requests.java"), "w") as file:
                file.write(source)
            run(os.path.join(home, "bin/javac"), "-d", classes, file.name)
            done = run(os.path.join(home, "bin/java"), "-cp", classes,
                       f"-XX:StartFlightRecording:filename={path},settings=profile", "Requests")
            if os.path.exists(path):
                recording_problems(label, jfr, path, annotated)
            else:
                check(f"{label}: makes a recording", [done.stderr])
    path, jfr = os.path.join(CORPUS, "recordings/tck-test.jfr"), os.path.join(homes[-1], "bin/jfr")
    if os.path.exists(path):
        check("spans: --by endpoint", span_problems(path, jfr))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
