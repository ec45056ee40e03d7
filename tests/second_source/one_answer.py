"""No two answers to one question: for every recording of testdata/, and of $CORPUS/recordings where that
is at hand, what overview, rules, facts, report, the reports, the views of SQL and the page say of the same
figure is the same. What does not say the figure is left out; a figure that only one says is not compared.

usage: one_answer.py [RECORDING...]     only these, with all that is said of each figure
"""
import base64
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, drawn, finish  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JFRTOOL = os.path.realpath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
CORPUS = os.environ.get("CORPUS", "")
TABS = {"GC": ["gc", "safepoints"], "Locks": ["locks"], "I/O": ["io"], "Memory": ["leaks", "allocations"],
        "Exceptions": ["exceptions"], "JVM": ["jvm"]}


def run(*arguments):
    done = subprocess.run([JFRTOOL, *arguments], capture_output=True, text=True)
    return done.stdout if done.returncode in (0, 4) else ""


def parsed(*arguments):
    out = run(*arguments)
    return json.loads(out) if out.strip() else {}


def count_of(rows, key="count", where=lambda row: True):
    """Sum over rows; None: there are none."""
    found = [row[key] for row in rows or [] if where(row) and row.get(key) is not None]
    return sum(found) if found else None


def page_data(text):
    for block in re.findall(r"<script[^>]*>([A-Za-z0-9+/=\s]{200,})</script>", text):
        for bits in (-15, 15, 31):
            try:
                return zlib.decompress(base64.b64decode(block), bits)
            except (ValueError, zlib.error):
                continue
    return b""


class Said:
    """Who says what of each figure."""

    def __init__(self):
        self.of = {}

    def add(self, figure, who, value):
        if value is not None:
            self.of.setdefault(figure, {})[who] = value

    def differing(self, tolerances):
        for figure, values in sorted(self.of.items()):
            numbers = list(values.values())
            if all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in numbers):
                most = max(abs(n) for n in numbers)
                near = NEAR if figure.endswith(", p99") and figure.startswith("jdk.") else 1e-6
                same = max(numbers) - min(numbers) <= tolerances.get(figure, 0) + near * most
            else:
                same = len({str(n) for n in numbers}) == 1
            if not same:
                yield f"{figure}: " + ", ".join(f"{who} {value}" for who, value in values.items())


# Percents are written with four digits behind the point.
TOLERANCES = {"pauses, share": 1e-4, "processors, mean": 2e-4}
# Of more than 4,096 lengths a percentile of a report is one that occurred near by.
NEAR = 0.01


def percent(share):
    return None if share is None else 100 * share


def take_pauses(said, answers):
    gc, facts, rules, report = (answers[k] for k in ("gc", "facts", "rules", "report"))
    ratio = rules.get("GcPauseRatio", {})
    pauses = gc.get("pauses", {}) if gc.get("pauses", {}).get("count") else {}
    view = (answers["view gc-pauses"] or [{}])[0] if pauses.get("event") == "jdk.GCPhasePause" else {}
    if pauses:  # a rule that does not look where others do gives another answer, too
        for rule in ("GcPauseRatio", "LongGcPause", "HighGc"):
            said.add(f"pauses for {rule}", "gc", "known")
            said.add(f"pauses for {rule}", "rules", "known" if rules.get(rule) else "not known")
    said.add("pauses", "gc", pauses.get("count"))
    said.add("pauses", "facts", facts.get("gc_pauses") if facts.get("gc_pauses") else None)
    said.add("pauses", "rules", ratio.get("pauses"))
    said.add("pauses", "report", report.get("gc_pauses", {}).get("count") or None)
    said.add("pauses", "view", view.get("number_of_pauses"))
    said.add("pauses, total", "gc", pauses.get("total_ns"))
    said.add("pauses, total", "facts", facts.get("gc_pause_ns"))
    said.add("pauses, total", "rules", ratio.get("total_ns"))
    said.add("pauses, total", "report", report.get("gc_pauses", {}).get("total_ns"))
    said.add("pauses, total", "view", view.get("total_pause_time"))
    said.add("pauses, share", "gc", pauses.get("share_percent"))
    said.add("pauses, share", "rules", ratio.get("whole_percent"))
    said.add("pauses, share", "report", report.get("gc_share"))
    longest = rules.get("LongGcPause", {})
    said.add("pauses, longest", "gc", pauses.get("max_ns"))
    said.add("pauses, longest", "facts", facts.get("gc_longest_ns"))
    said.add("pauses, longest", "rules", longest.get("longest_ns"))
    said.add("pauses, longest", "report", report.get("gc_pauses", {}).get("longest_ns"))
    said.add("pauses, longest", "view", view.get("maximum_pause_time"))
    said.add("pauses, p99", "gc", pauses.get("p99_ns"))
    said.add("pauses, p99", "facts", facts.get("gc_p99_ns"))
    said.add("pauses, p99", "rules", longest.get("p99_ns"))


def take_collections(said, answers):
    gc, facts, rules = answers["gc"], answers["facts"], answers["rules"]
    said.add("collections", "gc", gc.get("collections") or None)
    said.add("collections", "facts", facts.get("gc_collections") or None)
    said.add("collections", "rules", rules.get("GarbageCollectionInfoRule", {}).get("collections") or None)
    said.add("collections", "summary", answers["events"].get("jdk.GarbageCollection"))
    said.add("evacuations that failed", "gc", gc.get("trouble", {}).get("evacuation_failures"))
    said.add("evacuations that failed", "rules", rules.get("GcStall", {}).get("evacuations"))
    said.add("concurrent failures", "gc", gc.get("trouble", {}).get("concurrent_mode_failures"))
    said.add("concurrent failures", "rules", rules.get("GcStall", {}).get("mode_failures"))
    said.add("allocation rate", "gc", gc.get("heap", {}).get("allocated_bytes_per_second"))
    said.add("allocation rate", "report", answers["report"].get("allocated_bytes_per_second"))
    said.add("heap, largest", "gc", gc.get("heap", {}).get("max_bytes"))
    said.add("heap, largest", "leaks", answers["leaks"].get("heap_after_gc", {}).get("max_bytes"))


def take_growth(said, answers):
    growth = answers["rules"].get("IncreasingLiveSet")
    verdict = answers["leaks"].get("heap_after_gc", {}).get("verdict")
    if growth is None or verdict is None:
        return
    said.add("heap grows", "leaks", {"unknown": "unknown", "grows": "yes"}.get(verdict, "no"))
    figure = growth.get("per_minute_percent")
    said.add("heap grows", "rules", "unknown" if figure is None else "yes" if figure > 0 else "no")
    if verdict == "grows":
        said.add("heap growth", "leaks", int(60 * answers["leaks"]["heap_after_gc"]["bytes_per_second"]))
        said.add("heap growth", "rules", growth.get("per_minute_bytes"))


def take_waits(said, answers):
    locks, rules, view = answers["locks"], answers["rules"], answers["view contention-by-class"]
    blocking = rules.get("JavaBlocking", {})
    said.add("waits for monitors", "locks", count_of(locks.get("monitors")))
    said.add("waits for monitors", "rules", blocking.get("waits") or None)
    said.add("waits for monitors", "view", count_of(view))
    said.add("waits for monitors", "summary", answers["events"].get("jdk.JavaMonitorEnter"))
    said.add("waits for monitors, total", "locks", count_of(locks.get("monitors"), "total_ns"))
    said.add("waits for monitors, total", "rules", blocking.get("total_ns") or None)
    said.add("waits for monitors, total", "sql", answers["sql"].get("jdk.JavaMonitorEnter"))
    pinned = rules.get("VirtualThreadPinned", {})
    said.add("pinned, longest", "locks", max([r["max_ns"] for r in locks.get("pinned", [])], default=None))
    said.add("pinned, longest", "rules", pinned.get("longest_ns"))


def take_io(said, answers):
    for rule in ("FileRead", "FileWrite", "FileForce"):
        event = "jdk." + rule
        of = [row for row in answers["io"].get("operations", []) if row["operation"] == event]
        values = answers["rules"].get(rule, {})
        said.add(f"{event}", "io", count_of(of))
        said.add(f"{event}", "rules", values.get("count") or None)
        said.add(f"{event}", "summary", answers["events"].get(event))
        said.add(f"{event}, total", "io", count_of(of, "total_ns"))
        said.add(f"{event}, total", "rules", values.get("total_ns") or None)
        said.add(f"{event}, total", "sql", answers["sql"].get(event))
        said.add(f"{event}, longest", "io", count_of(of, "max_ns"))
        said.add(f"{event}, longest", "rules", values.get("longest_ns") or None)
        said.add(f"{event}, p99", "io", count_of(of, "p99_ns"))
        said.add(f"{event}, p99", "rules", values.get("p99_ns") or None)


def take_objects(said, answers):
    thrown = (answers["exceptions"].get("thrown") or [{}])[0]
    if thrown.get("first") is not None:
        said.add("exceptions", "exceptions", thrown["last"] - thrown["first"])
    said.add("exceptions", "facts", answers["facts"].get("exceptions"))
    said.add("exceptions that were recorded", "exceptions", count_of(answers["exceptions"].get("classes")))
    said.add("exceptions that were recorded", "sql", answers["sql"].get("jdk.JavaExceptionThrow"))
    said.add("exceptions that were recorded", "in time", count_of(answers["exceptions"].get("times")))
    if "jdk.JavaErrorThrow" in answers["events"]:
        said.add("errors that were recorded", "summary", answers["events"]["jdk.JavaErrorThrow"])
        said.add("errors that were recorded", "exceptions", count_of(answers["exceptions"].get("errors")))
    sampled = [row for row in answers["allocations"].get("events", [])
               if row["event"] == "jdk.ObjectAllocationSample"]
    said.add("bytes that samples of allocations stand for", "facts", answers["facts"].get("alloc_bytes"))
    said.add("bytes that samples of allocations stand for", "allocations",
             count_of(sampled or answers["allocations"].get("events"), "bytes"))
    rate = count_of(answers["allocations"].get("events"), "per_second")
    if rate and len(answers["allocations"]["events"]) == 1:
        said.add("allocation rate of samples", "allocations", rate)
        said.add("allocation rate of samples", "rules",
                 answers["rules"].get("Allocations.class", {}).get("all_per_second_bytes"))


def take_cpu_seconds(said, facts, found):
    """Shares are of the machine, and are written with six digits: a container may have less of it."""
    if not found or not facts.get("cpu_mean") or not facts.get("processors"):
        return
    whole = facts["processors"] * facts["recorded_ns"] / 1e9
    near = 1e-3 + 1e-6 * whole
    expected = facts["cpu_mean"] * whole
    said.add("CPU time, seconds", "diff", found)
    said.add("CPU time, seconds", "facts", found if abs(found - expected) <= near else expected)


def take_load(said, answers):
    said.add("processors, mean", "facts", percent(answers["facts"].get("cpu_mean")))
    said.add("processors, mean", "report", answers["report"].get("cpu"))
    take_cpu_seconds(said, answers["facts"], answers["diff"].get("base", {}).get("cpu_seconds"))
    said.add("safepoints, longest to reach", "safepoints",
             answers["safepoints"].get("to_reach", {}).get("max_ns"))
    operations = answers["safepoints"].get("operations", [])
    said.add("operations", "safepoints", count_of(operations))
    said.add("operations", "summary", answers["events"].get("jdk.ExecuteVMOperation"))


def take_samples(said, answers):
    facts, report, page = answers["facts"], answers["report"], answers["page"]
    hot = answers["hot-methods"]
    for who, of in (("facts", facts), ("report", report), ("hot-methods", hot), ("page", page)):
        said.add("samples are", who, of.get("event"))
        said.add("samples", who, of.get("samples") or None)
    said.add("without stack", "facts", facts.get("without_stack"))
    said.add("without stack", "hot-methods", hot.get("samples_without_stack"))
    said.add("without stack", "report", report.get("samples_without_stack"))
    said.add("without stack", "page", page.get("without_stack"))
    if facts.get("event") in answers["events"] and not facts["event"].startswith("profiler."):
        if not answers["other clock"]:
            said.add("samples", "summary", answers["events"][facts["event"]])
    said.add("recorded", "facts", facts.get("recorded_ns"))
    said.add("recorded", "gc", answers["gc"].get("duration_ns") if answers["single"] else None)
    said.add("recorded", "report", report.get("duration_ns"))
    said.add("recorded", "summary", answers["summary"].get("duration_ns"))
    said.add("bytes lost", "facts", facts.get("lost_bytes"))
    said.add("bytes lost", "report", report.get("lost_bytes"))
    said.add("bytes lost", "summary", answers["summary"].get("lost_bytes"))
    said.add("samples lost", "facts", facts.get("lost_samples") or None)
    said.add("samples lost", "report", report.get("lost_samples") or None)


def take_findings(said, answers):
    """Overview, report, facts and page have the findings of rules, and no others."""
    found = {r["id"]: r["severity"] for r in answers["rule list"] if r["severity"] in ("INFO", "WARNING")}
    causes = answers["overview"].get("findings", [])
    for of in causes + [c for cause in causes for c in cause["consequences"]]:
        severities = [c["severity"] for c in of.get("consequences", [])] + [found.get(of["id"])]
        bad = "WARNING" in severities and not (of.get("culprit") or {}).get("kind") == "outside"
        if of.get("severity") == "WARNING" and bad:  # a cause is as bad as what comes of it
            of = {**of, "severity": found.get(of["id"], "none")}
        said.add(f"finding {of['id']}", "overview", of["severity"])
        said.add(f"finding {of['id']}", "rules", found.get(of["id"], "none"))
        key = next((k for k in answers["rules"][of["id"]] if k == FIGURES.get(of["id"])), None)
        if key:
            said.add(f"figure of {of['id']}", "overview", of["figure"])
            said.add(f"figure of {of['id']}", "rules", answers["rules"][of["id"]][key])
    report = answers["report"]
    analysis = report.get("analysis")
    of_methods = [{"rule": "MethodProfiling", "severity": analysis["severity"]}] if analysis else []
    for who, listed in (("facts", answers["facts"].get("findings", [])),
                        ("report", of_methods + report.get("findings", []))):
        said.add(f"all findings of {who}", who, sorted({(f["rule"], f["severity"]) for f in listed
                                                        if f["severity"] in ("INFO", "WARNING")}))
        said.add(f"all findings of {who}", "rules", sorted(found.items()))
    said.add("findings of the page", "page", len([a for a in answers["page"].get("analyses", [])
                                                  if a["severity"] in ("INFO", "WARNING")]))
    # What comes of another one is in a line of that one.
    said.add("findings of the page", "rules", len(found) - sum(len(cause["consequences"]) for cause in causes))


FIGURES = {"GcPauseRatio": "worst_percent", "LongGcPause": "longest_ns", "JavaBlocking": "blocked_percent",
           "IncreasingLiveSet": "per_minute_percent", "HighJvmCpu": "worst_percent"}


def tab_problems(path, page):
    """The tables of each tab begin as those of the commands whose answer it has, and may have more rows."""
    data = page.decode("utf-8", "replace")
    for commands in TABS.values():
        for command in commands:
            answer = run(command, "--format", "html", "-q", path)
            for table in re.findall(r"<table>.*?</table>", answer, re.S):
                if re.sub(r"(</\w+>)+$", "", table) not in data:
                    words = html.unescape(re.sub("<[^>]+>", " ", table))
                    yield f"{command}: the page has no {words[:120]}"


def answers_of(path, folder):
    answers = {name: parsed(name, "--json", "-q", path)
               for name in ("gc", "leaks", "safepoints", "overview", "summary")}
    for name in ("locks", "io", "exceptions", "allocations"):  # programs may get the first rows alone
        answers[name] = parsed(name, "--json", "-q", "--top", "0", path)
    for view in ("gc-pauses", "contention-by-class"):
        answers["view " + view] = parsed("view", view, "--format", "json", "-q", path)
    answers["rule list"] = parsed("rules", "--json", "-q", path).get("rules", [])
    answers["rules"] = {r["id"]: r["values"] if r["severity"] != "NA" or r["reason"] == "too-few" else {}
                        for r in answers["rule list"]}
    answers["facts"] = json.loads(run("facts", "-q", path).splitlines()[0])
    answers["hot-methods"] = parsed("hot-methods", "--json", "-q", path)
    answers["diff"] = parsed("diff", "--json", "-q", path, path)
    answers["events"] = {name: of["count"] for name, of in answers["summary"].get("events", {}).items()}
    answers["single"] = len({c["recording"] for c in answers["summary"].get("chunks", [])}) == 1
    answers["other clock"] = any(e.startswith("profiler.") for e in answers["events"])
    answers["sql"] = {}
    for event in ("jdk.JavaMonitorEnter", "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce"):
        if event in answers["events"]:
            rows = parsed("sql", "--format", "json", "-q", path,
                          f'SELECT sum(duration) AS total FROM "{event}"')
            answers["sql"][event] = rows[0]["total"] if rows else None
    if "jdk.JavaExceptionThrow" in answers["events"]:
        rows = parsed("sql", "--format", "json", "-q", path,
                      'SELECT count(*) AS n FROM "jdk.JavaExceptionThrow" '
                      "WHERE coalesce(stackTrace_top, '') NOT LIKE 'java.lang.Error.<init>%'")
        # Those that the JDK throws to itself are apart in the report.
        linked = run("events", "JavaExceptionThrow", "--format", "ndjson", "--allow-empty", "-q", "--where",
                     'stackTrace.topFrame != "java.lang.Error.<init>" && '
                     'stackTrace.topNotInitFrame == "java.lang.invoke.MethodHandleNatives.resolve"', path)
        answers["sql"]["jdk.JavaExceptionThrow"] = rows[0]["n"] - len(linked.splitlines()) if rows else None
    out = os.path.join(folder, "report")
    run("report", "-q", path, "-o", out)
    with open(os.path.join(out, "summary.json"), encoding="utf-8") as f:
        answers["report"] = (json.load(f)["recordings"] or [{}])[0]
    shutil.rmtree(out)
    page = os.path.join(folder, "page.html")
    run("overview", "-q", path, "-o", page)
    with open(page, encoding="utf-8") as f:
        data = page_data(f.read())
    length = int.from_bytes(data[4:8], "little")
    answers["page"] = json.loads(data[8:8 + length])
    return answers, data


def recordings():
    def within(folder):
        paths = sorted(glob.glob(os.path.join(folder, "*")))
        return [path for path in paths if re.search(r"\.jfr(\.gz|\.zst)?$", path)]
    return within(TESTDATA) + drawn(within(os.path.join(CORPUS, "recordings")) if CORPUS else [])


def main():
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[1:] or recordings():
            if not run("facts", "-q", path) or "format 0.9" in run("summary", path):
                continue
            answers, page = answers_of(path, folder)
            said = Said()
            for take in (take_pauses, take_collections, take_growth, take_waits, take_io, take_objects,
                         take_load, take_samples, take_findings):
                take(said, answers)
            name = os.path.basename(path)
            check(f"{name}: one answer to each question", list(said.differing(TOLERANCES)))
            check(f"{name}: the page's tabs say what the commands say", list(tab_problems(path, page)))
            for figure, values in said.of.items() if len(sys.argv) > 1 else []:
                print(figure, values)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
