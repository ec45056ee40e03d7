"""Every command over recordings that lack a group of events says of the group's figures that they are missing.

Each group (GC, CPU load, locks...) is taken out of a recording that has it; settings stay, which say that it
was enabled. What a command says of the rest tells which figures are the group's: numbers that are others
than with it. Of these none may be left, least of all a nought: they are null in JSON, "-" in text, or not
there at all. Figures that are about all events together, or about what is left, have a reason below.

Commands are those of `jfrtool help`: one that is not named here fails the test.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import check, finish  # noqa: E402
from commands import all_commands  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
RECORDINGS = ("native-17.jfr", "leak-25.jfr.zst", "cputime-25.jfr.zst")

GROUPS = {
    "collections": "GarbageCollection,GCPhase*,YoungGarbageCollection,OldGarbageCollection,SystemGC,"
                   "GCHeapSummary,MetaspaceSummary,GCCPUTime,Evacuation*,G1*,PS*",
    "GC": "GarbageCollection,GC*,YoungG*,OldG*,SystemGC,Metaspace*,Evacuation*,G1*,PS*,Z*,Shenandoah*",
    "CPU load": "CPULoad,ThreadCPULoad,Container*,ThreadContextSwitchRate",
    "locks": "JavaMonitor*,ThreadPark",
    "I/O": "File*,Socket*",
    "allocation": "ObjectAllocation*,ThreadAllocationStatistics",
    "exceptions": "JavaExceptionThrow,JavaErrorThrow,ExceptionStatistics",
    "samples": "ExecutionSample,NativeMethodSample,CPUTimeSample*",
    "settings": "ActiveSetting,ActiveRecording",
    "JVM": "JVMInformation,*Flag,Initial*,Shutdown",
    "machine": "CPUInformation,OSInformation,PhysicalMemory,Virtualization*",
    "safepoints": "Safepoint*,ExecuteVMOperation",
    "compiler": "Compil*,CodeCache*,Deoptimization",
    "classes": "Class*",
    "old objects": "OldObjectSample",
    "native memory": "NativeMemory*,ResidentSetSize",
    "threads": "ThreadStart,ThreadEnd,JavaThreadStatistics,VirtualThread*",
    "methods": "MethodT*",
}

# What a command is given; PATH is the recording. None: it says nothing of a recording's figures.
COMMANDS = {
    "overview": "PATH", "hot-methods": "PATH", "method-profiling": "PATH", "rules": "--verbose PATH",
    "method": "run PATH", "callers": "--method . PATH", "callees": "--method . PATH", "tree": "PATH",
    "diff": "PATH PATH", "timeline": "PATH", "heatmap": "PATH", "threads": "PATH", "gc": "PATH",
    "account": "PATH", "memory": "PATH", "leaks": "PATH", "crash": "PATH", "jvm": "PATH", "locks": "PATH", "allocations": "PATH", "io": "PATH",
    "exceptions": "PATH", "safepoints": "PATH", "compiler": "PATH", "classes": "PATH", "methods": "PATH",
    "files": "PATH", "network": "PATH", "requests": "--within jdk.FileRead --by path PATH", "facts": "PATH", "summary": "PATH",
    "top": "--once --window 1h PATH",
}
NO_FIGURES = set("""page verify whatif file history tui flame collapsed gate events profile merge export report print metadata sql mcp check
    repair scrub cut assemble disassemble view views record jvms help version""".split())

# Figures that are others without the group, and not missing: of which commands and groups, where, and why.
REASONS = (
    ("facts", "", r"bytes", "the file's"),
    ("summary", "", r"chunks|events\.", "the file's, and of each event type that is left"),
    ("facts", "", r"findings|verdict|lost_event_bytes", "of rules that judge what is left"),
    ("rules", "", r"counts|severit", "of rules that judge what is left"),
    ("crash", "", r"threads|time|pauses\.|last_window|methods|allocated", "stacks of the last events that are left"),
    ("timeline|threads", "settings", r"", "CPU loads hold for the period that settings say, else for the time between two"),
    ("threads", "CPU load|machine|samples", r"rows", "rows of the table: threads that only CPU loads name are gone"),
    ("method-profiling|rules|overview|hot-methods|tree|callers|callees", "settings", r"", "how long a sample stands for is the settings'"),
    ("requests", "samples|settings|GC|collections", r"unexplained", "what nothing that is left explains"),
    ("locks", "", r"owners", "what owners did is told by all events that are left"),
    ("top", "CPU load|machine|settings", r"threads.*cpu_", "CPU times of threads are those of their samples then, and it says so"),
    ("account", "", r"", "time of which nothing is recorded is unexplained, with its reason: parts add up to all"),
    ("gc", "samples|settings", r"doing", "what ran before a pause is told by what is left"),
)
# Lines that say nought: axes, headings of counts, shares of what there is.
HARMLESS = re.compile(r"^\s*mean %|^\d+ warnings?, |^0 requests of |event types shown|^jdk\.|thrown a second")
NOUGHT = re.compile(r"(?<![\w.,:'@-])0(?:\.0+)?(?![\w.:,'-])")


def run(command, arguments, path, as_json):
    words = [JFRTOOL, command] + [path if word == "PATH" else word for word in arguments.split()]
    done = subprocess.run(words + ["-q"] + (["--json"] if as_json and command != "facts" else []),
                          capture_output=True,
                          env={**os.environ, "COLUMNS": "200", "LC_ALL": "C.UTF-8", "TZ": "UTC"})
    return done.stdout.decode(errors="replace")


def name_of(value):
    """What tells an element of a list from its neighbours, whatever their number is."""
    if isinstance(value, dict):
        for key in ("id", "name", "method", "rule", "key", "event"):
            if isinstance(value.get(key), str):
                return value[key]
    return None


def numbers(value, path=""):
    """Each number of a document by its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        names = [name_of(inner) for inner in value]
        for at, inner in enumerate(value):
            if names[at] is None or names.count(names[at]) == 1:  # of several, who knows which it is
                yield from numbers(inner, f"{path}[{at if names[at] is None else names[at]}]")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path, value


def has_reason(command, group, path):
    return any(re.fullmatch(commands, command) and (not groups or re.fullmatch(groups, group)) and
               re.search(where, path) for commands, groups, where, _ in REASONS)


def left(command, group, full, less):
    """Numbers of the document that are there, and others than with the group. A document that is none is a fault."""
    if not full.strip() or not less.strip():
        return
    before = dict(numbers(json.loads(full)))
    for path, value in numbers(json.loads(less)):
        if before.get(path, value) != value and not has_reason(command, group, path):
            yield f"without {group}: {path} is {value}, was {before[path]}"


def about(line):
    """What a line is about: of a row its last cell, of a sentence all but its numbers."""
    return re.sub(r"[0-9.,-]+", "#", re.split(r"\s{2,}", line.strip())[-1])


def noughts(group, full, less):
    """Lines that say nought more often than those did with the group that are about the same."""
    before = {}
    for line in full.splitlines():
        key = about(line)
        before[key] = max(before.get(key, 0), len(NOUGHT.findall(line)))
    for line in less.splitlines():
        if len(NOUGHT.findall(line)) > before.get(about(line), 0) and not HARMLESS.search(line):
            yield f"without {group}: {line[:120]}"


def without(group, full, folder):
    """A recording without the group; None: it has no such event."""
    path = os.path.join(folder, f"{group.replace('/', '')}-{os.path.basename(full).split('.')[0]}.jfr")
    done = subprocess.run([JFRTOOL, "scrub", "-q", "--exclude-events", GROUPS[group], full, "-o", path],
                          capture_output=True, text=True)
    if done.returncode == 0:
        return path
    return None


def main():
    only = sys.argv[1:]
    listed = all_commands(JFRTOOL)
    check("every command of the program is judged here",
          [f"{name} is not" for name in listed if name not in COMMANDS and name not in NO_FIGURES] +
          [f"{name} is none" for name in list(COMMANDS) + list(NO_FIGURES) if name not in listed])
    tried = set()
    with tempfile.TemporaryDirectory() as folder:
        lesser = [(recording, group, without(group, os.path.join(TESTDATA, recording), folder))
                  for recording in RECORDINGS for group in GROUPS]
        for command, arguments in COMMANDS.items():
            if only and command not in only:
                continue
            problems = []
            whole = {recording: [run(command, arguments, os.path.join(TESTDATA, recording), as_json)
                                 for as_json in (True, False)] for recording in RECORDINGS}
            for recording, group, path in lesser:
                if not path or not whole[recording][1]:  # top does not read what is packed
                    continue
                tried.add(group)
                document, words = (run(command, arguments, path, as_json) for as_json in (True, False))
                problems += [f"{recording} {what}" for what in left(command, group, whole[recording][0], document)]
                if command != "facts":
                    problems += [f"{recording} {what}" for what in noughts(group, whole[recording][1], words)]
            check(f"{command} says nothing of what was not recorded", problems)
    check("each group is in a recording", [f"{group} is in none" for group in GROUPS if group not in tried])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
