"""`locks`, `allocations`, `io` and `exceptions` against sums in Python over `jfr print --json`.

usage: breakdowns.py
"""
import collections
import json
import os
import re
import sys
import tempfile

import events
import jdk
from events import class_name, duration, method, rank, theirs_of, top
from jdk import check, decompressed, find_recording, finish, run, skip
from tables import at, span

TOOL = os.environ.get("JFRTOOL", os.path.join(jdk.ROOT, "build/jfrtool"))
CORPUS = os.environ.get("CORPUS", "")
RECORDINGS = ["native-17"]
OF_CORPUS = ["io_test.jfr", "dominating_thread_allocation_sample.jfr"]


def ours(command, path):
    done = run(TOOL, command, "--json", "--raw-names", "--top", "0", path)
    assert done.returncode in (0, 4), f"{command}: exit {done.returncode}: {done.stderr}"
    return json.loads(done.stdout)


def thread(event, field="eventThread"):
    found = event.get(field)
    return found and (found["javaName"] or found["osName"] or f'thread {found["osThreadId"]}')


def site(event):
    """Where all of the stack is the JDK's, its top."""
    return top(event, lambda frame: not method(frame).startswith(
        ("java.", "javax.", "jdk.", "sun.", "com.sun."))) or top(event)


def grouped(items, *keys):
    groups = collections.defaultdict(list)
    for item in items:
        groups[tuple(key(item) for key in keys)].append(item)
    return groups


def differ(name, mine, theirs):
    return [f"{name}: {key}: ours {mine.get(key)}, jfr {theirs.get(key)}"
            for key in sorted(set(mine) | set(theirs), key=str)
            if mine.get(key) != theirs.get(key)][:5]


def table(found, key, by, *shown):
    return {tuple(row[b] for b in by): tuple(row[s] for s in shown) for row in found[key]}


def of_type(found, *names):
    return [dict(e, type=n) for n in names for e in found.get(n, [])]


TIMES = ("total_ns", "count", "p50_ns", "p99_ns", "max_ns")


def times(items):
    lengths = [duration(e) for e in items]
    return (sum(lengths), len(items), rank(lengths, 0.5), rank(lengths, 0.99), max(lengths))


# ---- Commands ------------------------------------------------------------------------------------

# Of a queue below a park; its lock, which another thread has, is no work to wait for.
BETWEEN = re.compile(r"Unsafe[.]park$|[.]LockSupport[.]|ForkJoinPool[.]\w*[mM]anagedBlock$|ReferenceQueue[.]await|"
                     r"locks[.]AbstractQueued\w*Synchronizer[$]|[.]concurrent[.](Linked\w+|Synchronous|Delay\w*)Queue|"
                     r"DelayedWorkQueue[.]")
IDLE = re.compile(r"ThreadPoolExecutor[.]getTask$|ForkJoinPool[.](awaitWork|runWorker)$|ReferenceQueue[.]remove0?$|"
                  r"(swing[.]TimerQueue|AgentTaskScheduler[$]Worker)[.]run$|awt[.]EventQueue[.]getNextEvent$")


def waits_for_work(event):
    for frame in (event["stackTrace"] or {"frames": []})["frames"]:
        if not BETWEEN.search(method(frame)):
            return bool(IDLE.search(method(frame)))
    return False


def lock_problems(found, path):
    mine = ours("locks", path)
    enters = of_type(found, "jdk.JavaMonitorEnter")
    monitor = lambda e: class_name(e["monitorClass"])
    theirs = {k: times(v) + (len({thread(e) for e in v}),) for k, v in grouped(enters, monitor).items()}
    problems = differ("monitors", table(mine, "monitors", ["class"], *TIMES, "threads"), theirs)
    theirs = {k: (sum(map(duration, v)), len(v)) for k, v in grouped(enters, monitor, site).items()}
    problems += differ("sites", table(mine, "monitor_sites", ["class", "method"], "total_ns", "count"),
                       theirs)
    owned = [e for e in enters if e["previousOwner"]]
    theirs = {k: (sum(map(duration, v)), len(v)) for k, v in
              grouped(owned, monitor, lambda e: thread(e, "previousOwner")).items()}
    problems += differ("owners", table(mine, "owners", ["class", "previous_owner"], "total_ns",
                                       "count"), theirs)
    parks = of_type(found, "jdk.ThreadPark")
    busy = [e for e in parks if not waits_for_work(e)]
    theirs = {k: times(v) for k, v in grouped(busy, lambda e: class_name(e["parkedClass"])).items()}
    mine_parks = table(mine, "parks", ["class"], *TIMES)
    counted = sum(v[1] for v in mine_parks.values()) + sum(r["count"] for r in mine["idle"])
    if counted != len(parks):
        problems.append(f"parks: ours {counted}, jfr {len(parks)}")
    return problems + differ("parks", mine_parks, theirs)


def bytes_of(event):
    return event.get("bytesRead", 0) + event.get("bytesWritten", 0)


def io_problems(found, path):
    mine = ours("io", path)
    sockets = of_type(found, "jdk.SocketRead", "jdk.SocketWrite")
    files = of_type(found, "jdk.FileRead", "jdk.FileWrite")
    both = sockets + files + of_type(found, "jdk.FileForce")
    numbers = lambda v: times(v) + (sum(map(bytes_of, v)),)
    kind = lambda e: e["type"]
    host, port, name = (lambda e: e["host"] or e["address"]), (lambda e: e["port"]), (lambda e: e["path"])
    theirs = {k: numbers(v) for k, v in grouped(sockets, kind, host, port).items()}
    problems = differ("hosts", table(mine, "hosts", ["operation", "host", "port"], *TIMES, "bytes"),
                      theirs)
    theirs = {k: numbers(v) for k, v in grouped(files, kind, name).items()}
    problems += differ("files", table(mine, "files", ["operation", "path"], *TIMES, "bytes"), theirs)
    theirs = {k: (sum(map(duration, v)), len(v)) for k, v in grouped(both, thread).items()}
    problems += differ("threads", table(mine, "threads", ["thread"], "total_ns", "count"), theirs)
    late = [e for e in found.get("jdk.SocketRead", [])
            if span(e["timeout"]) > 0 and duration(e) >= span(e["timeout"])]
    theirs = {k: (len(v),) for k, v in grouped(late, host, port).items()}
    return problems + differ("timeouts", table(mine, "timeouts", ["host", "port"], "count"), theirs)


def exception_problems(found, path):
    mine = ours("exceptions", path)
    thrown = [e for e in found.get("jdk.JavaExceptionThrow", [])
              if top(e) != "java.lang.Error.<init>"]
    what = lambda e: class_name(e["thrownClass"])
    made = lambda e: top(e, lambda frame: frame["method"]["name"] != "<init>")
    # What the JDK throws to itself is counted apart.
    links = lambda e: made(e) == "java.lang.invoke.MethodHandleNatives.resolve"
    theirs = len([e for e in found.get("jdk.JavaErrorThrow") or thrown
                  if links(e) and what(e).endswith("Error")])
    linked = sum(row["count"] for row in mine["linkage"])
    apart = [f"linkage: ours {linked}, jfr {theirs}"] if linked != theirs else []
    thrown = [e for e in thrown if not links(e)]
    theirs = {k: (len(v), len({e["message"] for e in v} - {None})) for k, v in
              grouped(thrown, what).items()}
    problems = apart + differ("classes", table(mine, "classes", ["class"], "count", "messages"),
                              theirs)
    theirs = {k: (len(v),) for k, v in grouped(thrown, what, made).items()}
    problems += differ("sites", table(mine, "sites", ["class", "method"], "count"), theirs)
    over_time = sum(row["count"] for row in mine["times"])
    if thrown and over_time != len(thrown):
        problems.append(f"times: ours {over_time}, jfr {len(thrown)}")
    return problems


def allocation_problems(found, path):
    mine = ours("allocations", path)
    samples = of_type(found, "jdk.ObjectAllocationSample") or of_type(
        found, "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB")
    size = lambda e: e.get("weight", e.get("tlabSize", e.get("allocationSize")))
    what = lambda e: class_name(e["objectClass"])
    problems = []
    for key, columns, keys in [("classes", ["class"], [what]), ("sites", ["method"], [site]),
                               ("classes_and_sites", ["class", "method"], [what, site]),
                               ("threads", ["thread"], [thread])]:
        theirs = {k: (sum(map(size, v)), len(v)) for k, v in grouped(samples, *keys).items()}
        problems += differ(key, table(mine, key, columns, "bytes", "samples"), theirs)
    return problems


def recording_problems(label, jfr, path):
    found = theirs_of(jfr, path)
    check(f"{label}: locks", lock_problems(found, path))
    check(f"{label}: io", io_problems(found, path))
    check(f"{label}: exceptions", exception_problems(found, path))
    check(f"{label}: allocations", allocation_problems(found, path))


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    jfr = os.path.join(homes[-1], "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        for name in RECORDINGS:
            recording_problems(name, jfr, decompressed(find_recording(name), scratch))
        folder = os.path.join(CORPUS, "recordings")
        if not os.path.isdir(folder):
            skip("CORPUS does not name a folder of recordings")
            return finish()
        for name in OF_CORPUS:
            recording_problems(name, jfr, events.unpacked(os.path.join(folder, name), scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
