"""scrub, cut, assemble and disassemble: what they write is read by `jfr` of each JDK found, with the events
that it has to have, and nothing that was taken out is in its bytes.

  * `jfr summary` counts the events of the original that are kept, and no others
  * `jfr print --json` of the result is that of the original without what was left out
  * cut in two and assembled again: the same events; scrubbed twice: as scrubbed once; taken apart and
    joined: the same bytes
  * secrets of a JVM started here (property, argument, environment) are nowhere in the file
"""
import functools
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from jdk import JFRTOOL, TESTDATA, decompressed, find_recording, jdks  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402

ENV = {**os.environ, "LC_ALL": "C.UTF-8"}
SECRETS = {"property": "hunter2hunter2", "argument": "correct-horse-battery", "environment": "s3cr3t/Env+Value",
           "address": "p4ssw0rdOfAddress"}


def run(*args, **more):
    return subprocess.run(args, capture_output=True, env=ENV, **more)


def tool(*args):
    done = run(JFRTOOL, *args)
    return [] if done.returncode == 0 else [f"{' '.join(args)}: exit {done.returncode}: {done.stderr[-300:]!r}"]


def counts(jfr, path):
    """Events by type, as `jfr summary` has them; those of the format apart."""
    text = run(jfr, "summary", path).stdout.decode()
    rows = re.findall(r"^ ([\w.$]+) +(\d+) +\d+$", text, re.M)
    return {name: int(count) for name, count in rows
            if int(count) and name not in ("jdk.Metadata", "jdk.CheckPoint", "jdk.Checkpoint")}


def events(jfr, path):
    return read_events(tuple(jfr), path, os.stat(path).st_mtime_ns)


@functools.lru_cache(maxsize=8)
def read_events(jfr, path, _changed):
    done = run(*jfr, "print", "--json", "--stack-depth", "64", path)
    return json.loads(done.stdout)["recording"]["events"] if done.returncode in (0, 4) else None


def as_set(found):
    return None if found is None else sorted(json.dumps(e, sort_keys=True) for e in found)


def threads_of(value):
    """Names of all threads in an event."""
    if isinstance(value, list):
        return set().union(*(threads_of(v) for v in value)) if value else set()
    if not isinstance(value, dict):
        return set()
    names = {value["javaName"], value["osName"]} if "javaThreadId" in value else set()
    return names.union(*(threads_of(v) for v in value.values())) if value else names


def check_scrub(homes, path, scratch, name, options, keeps):
    """keeps: of an event of `jfr print --json`."""
    out = os.path.join(scratch, f"{name}.jfr")
    problems = tool("scrub", *options, path, "-o", out)
    for home in homes:
        jfr = os.path.join(home, "bin/jfr")
        kept = [e for e in events([jfr], path) if keeps(e)]
        expected = {}
        for event in kept:
            expected[event["type"]] = expected.get(event["type"], 0) + 1
        if counts(jfr, out) != expected:
            problems.append(f"{home}: summary has {counts(jfr, out)}, not {expected}"[:400])
        if as_set(events([jfr], out)) != as_set(kept):
            problems.append(f"{home}: print has other events")
    again = os.path.join(scratch, f"{name}-again.jfr")
    problems += tool("scrub", *options, out, "-o", again)
    with open(out, "rb") as f, open(again, "rb") as g:
        if f.read() != g.read():
            problems.append("scrubbed twice is not scrubbed once")
    check(f"{os.path.basename(path)}: scrub {' '.join(options)}", problems)
    return out


def check_scrubs(homes, path, scratch):
    check_scrub(homes, path, scratch, "events", ("--exclude-events", "ExecutionSample,jdk.Active*"),
                lambda e: e["type"] != "jdk.ExecutionSample" and not e["type"].startswith("jdk.Active"))
    check_scrub(homes, path, scratch, "only", ("--include-events", "CPULoad", "--include-events", "GC*"),
                lambda e: re.match(r"jdk\.(CPULoad$|GC)", e["type"]))
    out = check_scrub(homes, path, scratch, "threads", ("--exclude-threads", "main"),
                      lambda e: "main" not in threads_of(e["values"]))
    check("its thread is in no event any more",
          [] if not any("main" in threads_of(e["values"]) for e in events([JFRTOOL], out)) else ["it is"])
    check_scrub(homes, path, scratch, "one-thread", ("--include-threads", "main"),
                lambda e: "main" in threads_of(e["values"]))
    if "17" not in homes[-1]:
        theirs = os.path.join(scratch, "theirs.jfr")
        run(os.path.join(homes[-1], "bin/jfr"), "scrub", "--exclude-events", "CPULoad,Thread*", path, theirs)
        ours = os.path.join(scratch, "ours.jfr")
        problems = tool("scrub", "--exclude-events", "CPULoad,Thread*", path, "-o", ours)
        jfr = [os.path.join(homes[-1], "bin/jfr")]
        if not problems and as_set(events(jfr, ours)) != as_set(events(jfr, theirs)):
            problems = ["print has other events"]
        check("scrub as the JDK's", problems)


def chunk_starts(path):
    """In nanoseconds, as the headers of the chunks have them."""
    with open(path, "rb") as f:
        data = f.read()
    at, found = 0, []
    while at < len(data):
        found.append(int.from_bytes(data[at + 32:at + 40], "big"))
        at += int.from_bytes(data[at + 8:at + 16], "big")
    return found


def check_cut(homes, path, scratch, at):
    parts = [os.path.join(scratch, name) for name in ("first.jfr", "second.jfr", "both.jfr")]
    problems = tool("cut", "--to", at, path, "-o", parts[0]) + tool("cut", "--from", at, path, "-o", parts[1])
    problems += tool("assemble", parts[0], parts[1], "-o", parts[2])
    for reader in [[JFRTOOL]] + [[os.path.join(home, "bin/jfr")] for home in homes]:
        if problems:
            break
        whole, both = events(reader, path), events(reader, parts[2])
        if len(whole) != sum(len(events(reader, p)) for p in parts[:2]):
            problems.append(f"{reader[0]}: the parts have more or fewer events together")
        # The JDK reckons times of later chunks from the first chunk's clock; ours are exact.
        if reader == [JFRTOOL] and as_set(whole) != as_set(both):
            problems.append("cut in two and assembled has other events")
        if len(whole) != len(both):
            problems.append(f"{reader[0]}: {len(both)} events, not {len(whole)}")
    if not problems and len(set(chunk_starts(parts[2]))) != len(chunk_starts(parts[2])):
        problems.append("two chunks start at the same nanosecond: JDK Mission Control leaves one out")
    check(f"{os.path.basename(path)}: cut at {at}, and assembled", problems)


def check_parts(homes, scratch):
    path = decompressed(find_recording("chunks-17"), scratch)
    folder = os.path.join(scratch, "parts")
    os.mkdir(folder)
    problems = tool("disassemble", "--max-chunks", "1", path, "-o", folder)
    joined = b"".join(open(os.path.join(folder, name), "rb").read() for name in sorted(os.listdir(folder)))
    with open(path, "rb") as f:
        whole = f.read()
    if joined != whole:
        problems.append("joined parts are not the original")
    out = os.path.join(scratch, "joined.jfr")
    problems += tool("assemble", folder, "-o", out)
    with open(out, "rb") as f:
        if f.read() != whole:
            problems.append("assembled parts are not the original")
    check("disassemble and assemble", problems)
    for name in ("killed-17", "killed-25"):
        out = os.path.join(scratch, name + ".jfr")
        problems = tool("assemble", os.path.join(TESTDATA, name), "-o", out)
        ours = len(events([JFRTOOL], out) or [])
        for home in homes:
            found = len(events([os.path.join(home, "bin/jfr")], out) or [])
            if found != ours or not ours:
                problems.append(f"{home} reads {found} events, we {ours}")
        check(f"{name}: the repository as a recording", problems)


def record_secrets(home, scratch):
    out = os.path.join(scratch, "secrets.jfr")
    source = os.path.join(scratch, "Nothing.java")
    with open(source, "w") as f:
        f.write("public class Nothing { public static void main(String[] a) { } }")
    # A property that quotes another's secret: known by its value alone.
    args = [os.path.join(home, "bin/java"), f"-XX:StartFlightRecording:filename={out}",
            f"-Dmy.keystore.Password={SECRETS['property']}", f"-Dgreeting=hello-{SECRETS['property']}",
            f"-Durl=jdbc:x://admin:{SECRETS['address']}@db.example/x", "-Dharmless=stays-as-it-is",
            source, "--api-token", SECRETS["argument"]]
    done = subprocess.run(args, capture_output=True, env={**ENV, "SERVICE_TOKEN": SECRETS["environment"]})
    return out if done.returncode == 0 and os.path.exists(out) else None


def check_secrets(home, scratch):
    path = record_secrets(home, scratch)
    if not path:
        skip("no recording of a JVM with secrets could be made")
        return
    out = os.path.join(scratch, "masked.jfr")
    problems = tool("scrub", "--secrets", path, "-o", out)
    with open(path, "rb") as f, open(out, "rb") as g:
        before, after = f.read(), g.read()
    for where, secret in SECRETS.items():
        if secret.encode() not in before:
            problems.append(f"the {where} is not in the recording to begin with")
        if secret.encode() in after:
            problems.append(f"the {where} is still there")
    for kept in (b"stays-as-it-is", b"my.keystore.Password", b"SERVICE_TOKEN", b"hello-***"):
        if kept not in after:
            problems.append(f"{kept} is gone")
    for reader in [[JFRTOOL], [os.path.join(home, "bin/jfr")]]:
        if len(events(reader, out) or []) != len(events(reader, path)):
            problems.append(f"{reader[0]} reads other events")
    check("secrets are nowhere in the bytes", problems)
    problems = tool("scrub", "--mask", "HARMLESS,no*such", path, "-o", out)
    with open(out, "rb") as f:
        after = f.read()
    if b"stays-as-it-is" in after or SECRETS["property"].encode() not in after:
        problems.append("--mask masks something else")
    check("values by key", problems)


def main():
    homes = jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    with tempfile.TemporaryDirectory() as scratch:
        path = decompressed(find_recording("lambdas-25"), scratch)
        check_scrubs(homes, path, scratch)
        check_cut(homes, path, scratch, "2s")
        check_cut(homes[-1:], decompressed(find_recording("chunks-17"), scratch), scratch, "1500ms")
        check_parts(homes, scratch)
        check_secrets(homes[-1], scratch)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
