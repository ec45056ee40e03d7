"""`check` against what reads recordings: those that JDKs read are whole, cut ones are not, and where
a byte was changed, check says so or the JDK reads as many events of each type as before. And what
`repair` makes of damaged ones, and of those of format 0.9: whole, and read by every JDK at hand with
the counts that `summary` has.

testdata/, and $CORPUS/recordings where they are at hand. The three recordings that JMC refuses to
load, AZ0..., are not whole here either. Needs the `jfr` of JDK 17 (/usr/lib/jvm), takes that of 25.
"""
import datetime
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402

JFRTOOL = os.environ.get("JFRTOOL", "build/jfrtool")
TESTDATA = os.environ.get("TESTDATA", "testdata")
CORPUS = os.environ.get("CORPUS", "")
FLIPS = int(os.environ.get("FLIPS", "12"))


def jfr_command(version):
    for home in sorted(glob.glob(f"/usr/lib/jvm/*{version}*")):
        path = os.path.join(home, "bin", "jfr")
        if os.access(path, os.X_OK):
            return path
    return None


def verdict(path):
    done = subprocess.run([JFRTOOL, "check", "--json", path], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return {"whole": False, "problems": [{"what": done.stderr}]}
    answer = json.loads(done.stdout)
    assert answer["whole"] == (done.returncode == 0) == (not answer["problems"]), path
    return answer


def counts_of_jdk(jfr, path):
    """{type: events} as the JDK counts them; None: it does not read it."""
    done = subprocess.run([jfr, "summary", path], capture_output=True, text=True)
    if done.returncode != 0 or "Exception" in done.stderr or "could not" in done.stdout:
        return None
    counts = {}
    for line in done.stdout.splitlines():
        words = line.split()
        if len(words) == 3 and "." in words[0] and words[1].isdigit() and words[2].isdigit():
            counts[words[0].replace("CheckPoint", "Checkpoint")] = int(words[1])
    return counts


def recordings():
    for path in sorted(glob.glob(os.path.join(TESTDATA, "*.jfr"))):
        yield path
    for path in sorted(glob.glob(os.path.join(CORPUS, "recordings", "*"))) if CORPUS else []:
        yield path


def is_damaged(path):
    return os.path.basename(path).startswith("AZ0")


def all_are_whole():
    for path in recordings():
        found = verdict(path)
        expected = not is_damaged(path)
        check(f"{os.path.basename(path)}: {'whole' if expected else 'not whole'}",
              [] if found["whole"] == expected else [str(found["problems"][:3])])


def epoch(text):
    """Of "2026-11-20T22:26:34.556194993+01:00", ns."""
    second, digits, zone = re.fullmatch(r"([^.]+?)(?:[.](\d+))?(Z|[+-]\d\d:\d\d)", text).groups()
    whole = datetime.datetime.fromisoformat(second + zone.replace("Z", "+00:00")).timestamp()
    return int(whole) * 10**9 + int((digits or "").ljust(9, "0"))


def clocks(jfr):
    """Threads that have both samples and loads, at times that the loads speak of, as the JDK prints them."""
    for path in sorted(glob.glob(os.path.join(TESTDATA, "*.jfr"))):
        done = subprocess.run([jfr, "print", "--json", "--stack-depth", "1", "--events",
                               "jdk.ThreadCPULoad,jdk.ExecutionSample", path], capture_output=True, text=True)
        if done.returncode != 0:
            continue
        loads, seen = {}, set()
        events = [(e["type"], epoch(e["values"]["startTime"]), e["values"])
                  for e in json.loads(done.stdout)["recording"]["events"]]
        for kind, time, values in events:
            if kind == "jdk.ThreadCPULoad" and values["eventThread"]:
                loads.setdefault(values["eventThread"]["osThreadId"], []).append(time)
        for kind, time, values in events:
            thread = values.get("sampledThread") if kind == "jdk.ExecutionSample" else None
            # Without a gap: the test recordings are short, and their loads speak of all up to the last one.
            if thread and time <= max(loads.get(thread["osThreadId"], [0])):
                seen.add(thread["osThreadId"])
        answer = verdict(path)
        problems = [] if answer["beyond_clock"] == [] else [str(answer["beyond_clock"])]
        if len(seen) != (answer["threads_compared"] or 0):
            problems.append(f"{answer['threads_compared']} compared, {len(seen)} by the JDK")
        check(f"{os.path.basename(path)}: {len(seen)} threads are compared with their clocks", problems)


def cuts(folder):
    """A recording without its end is never whole."""
    data = open(os.path.join(TESTDATA, "chunks-17.jfr"), "rb").read()
    path = os.path.join(folder, "cut.jfr")
    ends = [0]
    while ends[-1] < len(data):
        ends.append(ends[-1] + int.from_bytes(data[ends[-1] + 8:ends[-1] + 16], "big"))
    draw = random.Random(7)
    problems = []
    for length in sorted(draw.sample(range(100, len(data)), 25)):
        with open(path, "wb") as out:
            out.write(data[:length])
        if verdict(path)["whole"] != (length in ends):
            problems.append(f"{length} bytes")
    check("a recording that was cut is not whole", problems)


def flips(folder, jfr):
    """Bytes of events and constants changed: found, or the JDK counts as before."""
    source = os.path.join(TESTDATA, "shares-25.jfr")
    data = open(source, "rb").read()
    before = sorted(counts_of_jdk(jfr, source).values())
    path = os.path.join(folder, "flipped.jfr")
    # Not in the metadata: what types and fields are called may be anything.
    metadata = int.from_bytes(data[24:32], "big")
    size = sum((data[metadata + i] & 0x7F) << 7 * i for i in range(4))
    places = [n for n in range(68, len(data)) if not metadata <= n < metadata + size]
    draw = random.Random(11)
    problems, found = [], 0
    for _ in range(FLIPS * 10):
        at = draw.choice(places)
        changed = bytearray(data)
        changed[at] ^= 1 << draw.randrange(8)
        with open(path, "wb") as out:
            out.write(changed)
        if not verdict(path)["whole"]:
            found += 1
        elif FLIPS > 0 and len(problems) < 3 and draw.random() < 0.1:
            now = counts_of_jdk(jfr, path)
            if now is None or sorted(now.values()) != before:  # names may differ
                problems.append(f"byte {at}")
    check("a changed byte is found, or changes no count", problems)
    print(f"{found} of {FLIPS * 10} changed bytes were found")


def our_counts(path):
    done = subprocess.run([JFRTOOL, "summary", "--json", path], capture_output=True, text=True)
    return {name: e["count"] for name, e in json.loads(done.stdout)["events"].items()}


def repaired_problems(commands, source, folder, printed=False):
    path = os.path.join(folder, "new.jfr")
    done = subprocess.run([JFRTOOL, "repair", source, "-o", path], capture_output=True, text=True)
    if done.returncode != 0:
        return [f"exit {done.returncode}: {done.stderr}"]
    problems = []
    found = verdict(path)
    ours = our_counts(path)
    if not found["whole"]:
        problems.append(f"not whole: {found['problems'][:3]}")
    for jfr in commands:
        theirs = counts_of_jdk(jfr, path)
        theirs = {name: n for name, n in (theirs or {}).items() if n}
        # Types that nothing describes have no name; the JDK does not count them.
        mine = {name: n for name, n in ours.items() if n and "." in name}
        if theirs != mine:
            both = sorted(set(theirs) | set(mine))
            differ = [(t, mine.get(t), theirs.get(t)) for t in both if mine.get(t) != theirs.get(t)]
            problems.append(f"{jfr}: type, ours, the JDK's: {differ[:5]}")
    if printed and commands:  # all values of all events
        done = subprocess.run([commands[-1], "print", "--json", path], capture_output=True, text=True)
        events = len(json.loads(done.stdout)["recording"]["events"]) if done.returncode == 0 else -1
        wanted = sum(n for t, n in ours.items() if t not in ("jdk.Metadata", "jdk.Checkpoint"))
        if events != wanted:
            problems.append(f"jfr print: {events} events of {wanted}: {done.stderr[:200]}")
    return problems


def repairs(folder, commands):
    path = os.path.join(folder, "damaged.jfr")
    data = open(os.path.join(TESTDATA, "chunks-17.jfr"), "rb").read()
    draw = random.Random(3)
    for length in (len(data) - 10, 300000, draw.randrange(150000, 260000)):
        with open(path, "wb") as out:
            out.write(data[:length])
        check(f"repaired: cut to {length} bytes", repaired_problems(commands, path, folder))
    for n in range(3):
        changed = bytearray(data)
        for _ in range(20):
            changed[draw.randrange(68, 8000)] ^= 1 << draw.randrange(8)
        with open(path, "wb") as out:
            out.write(changed)
        check(f"repaired: bytes of events changed, {n}", repaired_problems(commands, path, folder))
    for name in ("killed-17", "killed-25", "old/events-8.jfr", "old/odd-8.jfr"):
        check(f"repaired: {name}",
              repaired_problems(commands, os.path.join(TESTDATA, name), folder, True))
    for name in ("8u40.jfr", "parallel-on-singlecpu.jfr") if CORPUS else ():
        source = os.path.join(CORPUS, "recordings", name)
        if os.path.exists(source):
            check(f"repaired: {name}, of format 0.9",
                  repaired_problems(commands, source, folder, True))


def main():
    jfr = jfr_command(17)
    all_are_whole()
    folder = tempfile.mkdtemp(prefix="whole.")
    try:
        cuts(folder)
        if jfr:
            clocks(jfr)
            flips(folder, jfr)
            repairs(folder, [c for c in (jfr, jfr_command(25)) if c])
        else:
            skip("no jfr command of JDK 17 to compare with")
    finally:
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
