"""OpenMetrics: its grammar, and its values against what `jfr print --json` says. slack: ns by which a span may differ."""
import collections
import re

import tables

LINE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+)\})? (\S+) (\d+\.\d{3})$')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')
OF_JVM = ("pid", "jvm_start", "host")


def values(text):
    """Lines by the JVM that their labels name."""
    values = collections.defaultdict(set)
    for line in text.splitlines():
        match = LINE.match(line)
        if match:
            labels = dict(LABEL.findall(match[2] or ""))
            jvm = tuple(labels.pop(key, None) for key in OF_JVM)
            values[jvm].add((match[1], tuple(sorted(labels.items())), match[3], match[4]))
    return values


def problems_of(text, theirs, slack):
    """Its grammar: families together, metrics in order of time, one value a time; and its values."""
    lines, problems, series, seen = text.split("\n"), [], collections.defaultdict(list), []
    jvms = {}
    if lines[-2:] != ["# EOF", ""]:
        problems.append("it does not end with # EOF")
    family = kind = None
    for line in lines[:-2]:
        if line.startswith("# TYPE "):
            family, kind = line.split()[2:4]
            if family in seen:
                problems.append(f"{family} is there twice")
            seen.append(family)
        elif line.startswith("# UNIT "):
            if not family.endswith("_" + line.split()[3]):
                problems.append(f"{family} does not end with its unit")
        elif not line.startswith("# HELP "):
            match = LINE.match(line)
            if not match:
                problems.append(f"not a line: {line}")
                continue
            labels = dict(LABEL.findall(match[2] or ""))
            jvm = {key: labels.pop(key, None) for key in OF_JVM}
            if jvm != jvms.setdefault("first", jvm):
                problems.append(f"two JVMs of one recording: {jvm}")
            suffixes = {"counter": ["_total"], "gauge": [""]}[kind]
            if match[1] not in [family + suffix for suffix in suffixes]:
                problems.append(f"{match[1]} is not of {family}")
            series[match[1], next(iter(labels.values()), None)].append((float(match[4]), float(match[3])))
    for key, points in series.items():
        times = [t for t, _ in points]
        if times != sorted(set(times)):
            problems.append(f"{key}: times are not in order")
        if key[0].endswith("_total") and [v for _, v in points] != sorted(v for _, v in points):
            problems.append(f"{key} falls")
    of = lambda kind: [e["values"] for e in theirs if e["type"] == "jdk." + kind]
    named = {str(v["pid"]) for v in of("JVMInformation")}
    if named and {jvms.get("first", {}).get("pid")} != named:
        problems.append(f"JVM: ours {jvms}, jfr {named}")
    wanted = {("jvm_cpu_ratio", "user"): [v["jvmUser"] for v in of("CPULoad")],
              ("machine_cpu_ratio", None): [v["machineTotal"] for v in of("CPULoad")],
              ("jvm_heap_used_bytes", "Before GC"): [v["heapUsed"] for v in of("GCHeapSummary") if v["when"] == "Before GC"],
              ("jvm_threads", "daemon"): [v["daemonCount"] for v in of("JavaThreadStatistics")]}
    for key, values in wanted.items():
        ours = sorted(tables.real(v) for _, v in series.get(key, []))
        if ours != sorted(tables.real(v) for v in values):
            problems.append(f"{key}: ours {ours[:5]}, jfr {values[:5]}")
    pauses = [tables.span(v["duration"]) for v in of("GCPhasePause")]
    if pauses:
        last = series["jvm_gc_pause_seconds_total", None][-1][1], series["jvm_gc_pauses_total", None][-1][1]
        if abs(last[0] * 1e9 - sum(pauses)) > slack * len(pauses) or last[1] != len(pauses):
            problems.append(f"pauses: ours {last}, jfr {sum(pauses) / 1e9}, {len(pauses)}")
    allocated = sum(v["weight"] for v in of("ObjectAllocationSample"))
    if allocated and series["jvm_allocated_bytes_total", None][-1][1] != allocated:
        problems.append(f"allocated: ours {series['jvm_allocated_bytes_total', None][-1:]}, jfr {allocated}")
    return problems
