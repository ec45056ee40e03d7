"""Reads recordings for the agent's tests, with the JDK's jfr and with jfrtool."""
import collections
import datetime
import glob
import json
import os
import re
import subprocess
import sys
import time

ENOUGH = 6
JFRTOOL = os.environ.get("JFRTOOL", "build/jfrtool")


def jfr(jdk):
    """The command jfr: of that JDK, or of another one if it is only a JRE."""
    for home in [jdk, os.environ.get("JAVA_HOME", "")] + sorted(glob.glob("/usr/lib/jvm/*")):
        if home and os.access(f"{home}/bin/jfr", os.X_OK):
            quick = os.path.join(os.environ.get("JDKS", ""), os.path.basename(os.path.realpath(home)), "bin/jfr")
            return quick if os.environ.get("JDKS") and os.path.exists(quick) else f"{home}/bin/jfr"
    raise FileNotFoundError("no command jfr in JAVA_HOME or /usr/lib/jvm")


def nanos(text):
    """ "PT0.0012S" -> 1200000, as jfr print --json writes times."""
    m = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", str(text))
    if not m:
        return 0
    hours, minutes, seconds = (float(x or 0) for x in m.groups())
    return round(((hours * 60 + minutes) * 60 + seconds) * 1e9)


def time_ns(text):
    """ "2026-11-22T08:13:54.248123456+01:00" -> ns since 1970, as jfr print --json writes points in time."""
    m = re.fullmatch(r"([^.+Z]+)(?:\.(\d+))?(Z|[+-].*)", text)
    seconds = datetime.datetime.fromisoformat(m[1] + m[3].replace("Z", "+00:00")).timestamp()
    return int(seconds) * 10**9 + int((m[2] or "0").ljust(9, "0")[:9])


def events(jdk, path, *names, depth=64):
    """The events of these types as dictionaries, by the JDK's jfr: an independent reader."""
    out = subprocess.run([jfr(jdk), "print", "--json", "--stack-depth", str(depth),
                          "--events", ",".join(names), path],
                         capture_output=True, text=True, check=True).stdout
    return [dict(e["values"], type=e["type"]) for e in json.loads(out)["recording"]["events"]]


def thread(event):
    t = event.get("sampledThread") or event.get("eventThread")
    return t["javaName"] or t["osName"] if t else None


def method(frame):
    called = frame["method"]
    its_class = called["type"]["name"].replace("/", ".")  # none of what is no method: [GC]
    return (its_class + "." if its_class else "") + called["name"]


def top(event):
    return method(event["stackTrace"]["frames"][0])


def jvm_samples(path):
    """Settings of the JVM's own recorder with which it takes samples and nothing else, written to that file."""
    with open(path, "w") as out:
        out.write('<?xml version="1.0" encoding="UTF-8"?><configuration version="2.0">'
                  '<event name="jdk.ExecutionSample"><setting name="enabled">true</setting>'
                  '<setting name="period">10 ms</setting></event></configuration>')
    return path


def known(events):
    """Those of which the JVM's own recorder knows whose they are and where: under load it writes others, too."""
    return [e for e in events if e["stackTrace"] and e["sampledThread"]]


def count(values):
    return collections.Counter(values)


# What becomes of a sample that was asked for: fields of jfragent.SamplingStatistics.
OUTCOMES = ("taken", "timedOut", "leftState", "exited", "noFrames", "noClassLoad", "gcActive",
            "notJava", "notJavaUnwalkable", "javaUnknown", "javaUnwalkable", "unknownState", "threadExit",
            "deoptimizing", "safepoint", "noRoom")


def statistics(jdk, path):
    """The sum of jfragent.SamplingStatistics; times held as lists. What was asked for became something."""
    total, held = collections.Counter(), collections.defaultdict(list)
    for e in events(jdk, path, "jfragent.SamplingStatistics"):
        for key, value in e.items():
            if key.startswith("hold"):
                if nanos(value):
                    held[key].append(nanos(value))
            elif isinstance(value, int):
                total[key] += value
        assert e["requested"] == sum(e[key] for key in OUTCOMES), e
    return total, held


def samples(path, *options):
    """How many samples are there by now, by jfrtool: the recording may be under way, or not begun."""
    run = subprocess.run([JFRTOOL, "hot-methods", "--quiet", "--json", "--top", "1", *options, path],
                         capture_output=True, text=True)
    return json.loads(run.stdout)["samples"] if run.returncode == 0 else 0


def have(path, count, *options, least=None):
    """For java(until=...): the recording has so many samples; where they come slowly, because others want
    the processors, the least that shows something (a fifth) after ENOUGH seconds."""
    begin = time.monotonic()

    def enough(child):
        late = time.monotonic() - begin > ENOUGH
        return samples(path, *options) >= ((least or count / 5) if late else count)
    return enough


def hot_methods(path, *options):
    """Method -> samples on top, by jfrtool."""
    out = subprocess.run([JFRTOOL, "hot-methods", "--json", "--top", "0", *options, path],
                         capture_output=True, text=True, check=True).stdout
    return {m["class"] + "." + m["method"]: m["self"] for m in json.loads(out)["methods"]}


# Fields of jfragent.SamplingStatistics and the keys of jfrtool summary --json.
STATISTICS = {
    "requested": "requested", "taken": "taken", "noProcessor": "no_processor",
    "unmoved": "unmoved",
    "timedOut": "timed_out", "leftState": "left_state",
    "exited": "exited", "noFrames": "no_frames", "noClassLoad": "no_class_load",
    "gcActive": "gc_active", "notJava": "not_java", "notJavaUnwalkable": "not_java_unwalkable",
    "javaUnknown": "java_unknown", "javaUnwalkable": "java_unwalkable",
    "unknownState": "unknown_state", "threadExit": "thread_exit", "deoptimizing": "deoptimizing",
    "safepoint": "safepoint", "noRoom": "no_room", "timersRefused": "timers_refused",
    "jvmThreads": "jvm_threads", "leftJava": "left_java", "notReached": "not_reached",
    "whole": "whole", "cutDepth": "cut_depth", "cutHeap": "cut_heap", "cutCode": "cut_code", "cutMethod": "cut_method",
    "cutCall": "cut_call", "cutStack": "cut_stack", "woken": "woken"}


def summary(path):
    """jfrtool summary --json."""
    return json.loads(subprocess.run([JFRTOOL, "summary", "--json", path], capture_output=True,
                                     text=True, check=True).stdout)


if __name__ == "__main__":
    print(statistics(sys.argv[1], sys.argv[2]))
