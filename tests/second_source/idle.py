"""What is idle is one question with one answer: the waits that `locks` sets apart are those that `hot-methods --event
lock` leaves out and those for which idle(stackTrace) holds, event for event; so are the reads of `io`.

usage: idle.py [RECORDING...]
"""
import glob
import json
import os
import re
import sys

from jdk import JFRTOOL, TESTDATA, check, finish, run, skip

CORPUS = os.path.join(os.environ.get("CORPUS", ""), "recordings")
KINDS = {"locks": ("lock", ["jdk.ThreadPark", "jdk.JavaMonitorEnter"]),
         "io": ("io", ["jdk.FileRead", "jdk.FileWrite", "jdk.FileForce", "jdk.SocketRead", "jdk.SocketWrite"])}


def counted(rows):
    return sum(row["count"] for row in rows)


def of_table(command, path):
    """None: the recording has no such waits."""
    done = run(JFRTOOL, command, "--json", "-q", path)
    return counted(json.loads(done.stdout)["idle"]) if done.returncode == 0 else None


def left_out(event, path):
    done = run(JFRTOOL, "hot-methods", "--event", event, path)
    said = re.search(r"(\d+) waits? of idle", done.stderr)
    return int(said[1]) if said else 0


def that_hold(types, path):
    """Of each type: one that a recording does not know has none."""
    whole = 0
    for name in types:
        done = run(JFRTOOL, "events", "--where", "idle(stackTrace)", "--by", "eventType", "--show", "count", "--json",
                   "-q", "--type", name, path)
        whole += counted(json.loads(done.stdout)["groups"]) if done.stdout else 0
    return whole


def recordings():
    return sys.argv[1:] or sorted(glob.glob(os.path.join(TESTDATA, "*.jfr*")) +
                                  glob.glob(os.path.join(CORPUS, "*.jfr*")))


def main():
    for command, (event, types) in KINDS.items():
        found, problems = 0, []
        for path in recordings():
            apart = of_table(command, path)
            if apart is None:
                continue
            found += apart
            others = (left_out(event, path), that_hold(types, path))
            if others != (apart, apart):
                problems.append(f"{os.path.basename(path)}: {command} {apart}, --event {event} {others[0]}, "
                                f"--where {others[1]}")
        if not found:
            skip(f"{command}: no recording has idle threads")
        check(f"{command}: the same {found} idle waits as --event {event} leaves out", problems)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
