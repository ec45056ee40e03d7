"""`overview` on a program whose troubles are known: what it says first, of the time of each, is the
trouble: whose lock it was and who had it, which server was slow.

usage: causes.py
"""
import datetime
import json
import os
import sys
import tempfile

import jdk
from jdk import JFRTOOL, check, finish, run, skip

# What else the machine does may be worse.
OF_THE_MACHINE = {"CompareCpu", "HighJvmCpu", "ContextSwitch", "LowOnPhysicalMemory", "TimeToSafepoint",
                  "ContainerThrottling", "ContainerMemory", "BufferLost", "RecordingCost"}


def iso(ms):
    return datetime.datetime.fromtimestamp(ms / 1000, datetime.timezone.utc).isoformat(
        timespec="milliseconds").replace("+00:00", "Z")


def first_of(path, begin, end):
    """The first finding of that time, and its sentence."""
    done = run(JFRTOOL, "overview", "--json", "--quiet", "--from", iso(begin), "--to", iso(end), path)
    if done.returncode:
        return None, done.stderr
    ids = [f["id"] for f in json.loads(done.stdout)["findings"] if f["id"] not in OF_THE_MACHINE]
    done = run(JFRTOOL, "rules", "--json", "--quiet", "--from", iso(begin), "--to", iso(end), path)
    texts = {rule["id"]: rule["summary"] for rule in json.loads(done.stdout)["rules"]}
    return (ids[0], texts[ids[0]]) if ids else (None, "nothing stands out")


def problems_of(path, said, phase, ids, words):
    found, text = first_of(path, *(int(ms) for ms in said[phase]))
    if found not in ids:
        return [f"first is {found}, expected {' or '.join(ids)}: {text}"]
    return [f"\"{text}\" does not say {word}" for word in words if word not in text]


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    with tempfile.TemporaryDirectory() as scratch:
        home, path = homes[0], os.path.join(scratch, "causes.jfr")
        run(os.path.join(home, "bin/javac"), "-d", scratch, os.path.join(jdk.HERE, "Causes.java"))
        done = run(os.path.join(home, "bin/java"), "-cp", scratch,
                   f"-XX:StartFlightRecording:filename={path},settings=profile", "Causes")
        said = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line[:1].islower()}
        if not os.path.exists(path) or "server" not in said:
            check("makes a recording", [done.stderr])
            return finish()
        check("a lock convoy is named first, with the lock and who had it",
              problems_of(path, said, "convoy", ("JavaBlocking", "LockConvoy"), ("Causes$Ledger", "owner")))
        check("a slow server is named first, with its port",
              problems_of(path, said, "server", ("SocketRead",), (said["port"][0],)))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
