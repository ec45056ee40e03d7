"""Recordings read by JDK Mission Control, from Maven Central, and by jfrtool: the same counts.

testdata/, and recordings made now by each JDK's own recorder and by the agent in it. On those of the
agent, the rule Method Profiling must have found its settings, and every other rule must end.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

import peers
from peers import check, run

sys.path.insert(0, os.path.join(peers.ROOT, "tests", "second_source"))
import corpus  # noqa: E402

corpus.JFRTOOL = peers.JFRTOOL

# What the agent records, one recording each; the workload and its arguments.
AGENT_RECORDINGS = {
    "default": ("", "Shares", "4", "2"),
    "fast, chunks": ("interval=5ms,chunk-time=1s", "Shares", "4", "2"),
    "waits, allocations": ("engine=suspend,lock=20ms,alloc=64KB,native-interval=5ms", "Modes", "3"),
    "wall": ("wall=50ms", "Modes", "3"),
    "timers": ("interval=5ms,wall=20ms", "Shares", "3", "2"),
}


def unescaped(text):
    out, at = [], 0
    while at < len(text):
        if text[at] == "\\":
            out.append({"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}[text[at + 1]])
            at += 2
        else:
            out.append(text[at])
            at += 1
    return "".join(out)


class Report:
    """What JMC says of one recording."""

    def __init__(self):
        self.events, self.page, self.methods, self.rules = [], {}, {}, {}
        self.without, self.error = 0, None

    def add(self, kind, columns):
        if kind == "event":
            self.events.append(columns)
        elif kind == "page":
            self.page[tuple(columns[1:])] = int(columns[0])
        elif kind == "method":
            self.methods[columns[2]] = (int(columns[0]), int(columns[1]))
        elif kind == "nostack":
            self.without = int(columns[0])
        elif kind == "rule":
            self.rules[columns[0]] = columns[1:]
        elif kind == "error":
            self.error = columns[0]


def reports(files):
    """{path: Report}"""
    done = run(os.path.join(peers.HERE, "jmc.sh"), *files)
    if done.returncode:
        return {}, done
    found, current = {}, None
    for line in done.stdout.splitlines():
        kind, *columns = map(unescaped, line.split("\t"))
        if kind == "file":
            current = found[columns[0]] = Report()
        else:
            current.add(kind, columns)
    return found, done


def page_problems(path, report):
    """The rows of the page Method Profiling, by method and type of the frame on top."""
    done = run(peers.JFRTOOL, "hot-methods", "--event", "jdk.ExecutionSample", "--frame-type",
               "--raw-names", "--hidden", "--json", "--top", "0", "--allow-empty", path)
    if done.returncode:
        return [done.stderr]
    ours = {}
    for row in json.loads(done.stdout)["methods"]:
        if row["self"]:
            ours[corpus.method_name(row), row["frame_type"].lower()] = row["self"]
    theirs = {(method, kind.lower().replace("cpp", "c++")): count for (method, kind), count in report.page.items()}
    return [f"{row}: ours {ours.get(row)}, JMC {theirs.get(row)}"
            for row in sorted(set(ours) | set(theirs)) if ours.get(row) != theirs.get(row)]


def verdict_problems(path, report):
    """Where settings were said at several times, JMC goes by the order of hash maps, which differs
    from run to run: testdata/chunks-17 gets 0.776 or 0.901."""
    said = report.rules.get("MethodProfiling")
    done = run(peers.JFRTOOL, "method-profiling", "--json", "--allow-empty", "--quiet", "--event",
               "jdk.ExecutionSample", path)
    if said is None or done.returncode:
        return [f"JMC: {said}, exit {done.returncode}: {done.stderr}"]
    times = {period["time_ns"] for period in json.loads(done.stdout)["recording"]["periods"]}
    return corpus.rule_problems(path, *said[:3]) if len(times) <= 1 else []


# JMC wants metadata in every chunk; a JVM that was killed before its first flush left none.
NOT_LOADED = "killed-early-17"
# JMC takes the JVM's modified UTF-8 for UTF-8: characters beyond 16 bits become question marks.
NAMES_DIFFER = "hostile-17.jfr"


def hot_problems(name, path, samples, report):
    if name != NAMES_DIFFER:
        return corpus.hot_problems(path, samples, report.without, report.methods, "--hidden")
    done = run(peers.JFRTOOL, "hot-methods", "--raw-names", "--hidden", "--json", "--top", "0", path)
    ours = sorted((row["self"], row["total"]) for row in json.loads(done.stdout)["methods"])
    return [] if ours == sorted(report.methods.values()) else ["counts differ"]


def check_counts(name, path, report):
    if report.error:
        if name.startswith(NOT_LOADED):
            return
        check(f"{name}: JMC loads it", [report.error])
        return
    samples = report.without + sum(own for own, _ in report.methods.values())
    check(f"{name}: event counts as in JMC", corpus.event_problems(path, report.events))
    check(f"{name}: self and total of every method as in JMC",
          hot_problems(name, path, samples, report))
    check(f"{name}: rows of the page Method Profiling", page_problems(path, report))
    check(f"{name}: the verdict on method profiling", verdict_problems(path, report))


def check_rules(name, report):
    """Of a recording by the agent."""
    check(f"{name}: every rule of JMC ends",
          [f"{rule}: {said}" for rule, said in report.rules.items() if said[0] == "ERROR"] or
          ([] if len(report.rules) >= 60 else [f"only {len(report.rules)} rules"]))
    severity = report.rules.get("MethodProfiling", ["absent"])
    check(f"{name}: Method Profiling has what it needs",
          [] if severity[0] in ("OK", "INFO", "WARNING") else [" ".join(severity)])


def fresh(jdk, scratch):
    """Recordings made now: {name: path}, those of the agent begin so."""
    label = f"JDK {peers.version(jdk)}"
    made = {}
    classes = peers.workloads(scratch)

    def record(name, flag, *command):
        out = os.path.join(scratch, f"{len(os.listdir(scratch))}-{label.replace(' ', '')}.jfr")
        done = run(f"{jdk}/bin/java", flag.replace("FILE", out), "-cp", classes, *command)
        check(f"{name}: is recorded", [] if os.path.exists(out) else [done.stdout + done.stderr])
        if os.path.exists(out):
            made[name] = out

    record(f"{label}'s own", "-XX:StartFlightRecording=filename=FILE,settings=profile", "Modes", "3")
    if not os.path.exists(peers.AGENT):
        peers.skip("recordings of the agent: libjfragent.so is not built")
        return made
    for what, (options, *command) in AGENT_RECORDINGS.items():
        record(f"agent in {label}, {what}", f"-agentpath:{peers.AGENT}=file=FILE,{options}".rstrip(","),
               *command)
    killed = os.path.join(scratch, f"killed-{label.replace(' ', '')}.jfr")
    child = subprocess.Popen([f"{jdk}/bin/java", f"-agentpath:{peers.AGENT}=file={killed}", "-cp",
                              classes, "Shares", "30", "1"])
    for _ in range(300): # until a sample is in the file
        time.sleep(0.1)
        if run(peers.JFRTOOL, "hot-methods", "--quiet", killed).returncode == 0:
            break
    child.kill()
    child.wait()
    made[f"agent in {label}, killed"] = killed
    return made


def main():
    if not peers.fetch("jars"):
        return peers.finish()
    if not peers.jdks() or peers.version(peers.jdks()[-1]) < 17:
        peers.skip("JDK Mission Control needs JDK 17 or later in JAVA_HOME or /usr/lib/jvm")
        return peers.finish()
    with tempfile.TemporaryDirectory() as scratch:
        files = peers.testdata(scratch)
        for jdk in peers.jdks():
            files.update(fresh(jdk, scratch))
        found, done = reports(files.values())
        if not found:
            check("JMC runs", [done.stderr[-2000:]])
            return peers.finish()
        for name, path in files.items():
            check_counts(name, path, found[path])
            if name.startswith("agent"):
                check_rules(name, found[path])
    return peers.finish()


if __name__ == "__main__":
    sys.exit(main())
