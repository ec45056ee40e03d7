"""Every value of every event, through jfr_visit, against `jfr print --json` of each JDK found.

tests/tools/dump_events writes the events as lines of JSON; the JDK's are the same values where its
presentation is undone (see Comparison). Compared one by one, in the JDK's order: chunk by chunk, in
each by end.

Recordings of the corpus, where it is at hand, are held against the last JDK only.

usage: visit.py [RECORDING...]     without: those of testdata and of the corpus
"""
import calendar
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from jdk import ROOT, TESTDATA, decompressed, find_recording, jdks  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, drawn, finish, skip  # noqa: E402

DUMP = os.path.join(os.environ.get("TEST_TOOLS", os.path.join(ROOT, "build/tests/tools")),
                    "dump_events")
CORPUS = os.path.join(os.environ.get("CORPUS", os.path.join(ROOT, "../shared/corpus")), "recordings")
NAMES = ("chunks-17", "custom-17", "hostile-17", "lambdas-17", "lambdas-25", "native-17", "shares-25",
         "cputime-25", "rule-warning")
# Constants that the JDK does not read; chunks whose ticks are of different lengths.
UNREADABLE = ("AZ0slz", "FastSlow", "jdk15")
DEPTHS = (64, 3, 0)  # of stacks; all but the first on the first recordings only

# ---- Times as the JDK writes them ----------------------------------------------------------------

TIME = re.compile(r"^([+-]?\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?"
                  r"(Z|([+-])(\d\d):(\d\d)(?::(\d\d))?)$")
SPAN = re.compile(r"^PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d+))?S)?$")
LEAST, MOST = -2**63, 2**63 - 1


def ns_of_fraction(digits):
    return int((digits or "0").ljust(9, "0"))


def ns_of_text(text):
    """A point of time or a span as ISO 8601 has it; None if it is neither."""
    if text == "-999999999-01-01T00:00+18:00":
        return LEAST
    time = TIME.match(text)
    if time:
        y, mo, d, h, mi, s = (int(g or 0) for g in time.groups()[:6])
        seconds = calendar.timegm((y, mo, d, h, mi, s))
        if time[9]:
            offset = int(time[10]) * 3600 + int(time[11]) * 60 + int(time[12] or 0)
            seconds -= offset if time[9] == "+" else -offset
        return seconds * 10**9 + ns_of_fraction(time[7])
    span = SPAN.match(text)
    if span:
        hours, minutes, sign, seconds, fraction = span.groups()
        rest = int(seconds or 0) * 10**9 + ns_of_fraction(fraction)
        ns = (int(hours or 0) * 3600 + int(minutes or 0) * 60) * 10**9 + (-rest if sign else rest)
        # "For ever" and "none" are spans of so many seconds to the JDK.
        return MOST if ns >= MOST else LEAST if ns <= -MOST else ns
    return None


# ---- Comparison ----------------------------------------------------------------------------------

class Comparison:
    """What differs by presentation only is equal, and said by name."""
    excused = set()

    def __init__(self, jdk):
        self.jdk = jdk
        self.bases = {}  # of later chunks: by how many ns the JDK's times are wrong

    def excuse(self, why):
        self.excused.add(why)
        return True

    def number(self, ours, theirs):
        if ours == theirs:
            return True
        if isinstance(ours, float) or isinstance(theirs, float):
            return struct.pack("f", ours) == struct.pack("f", theirs) and \
                self.excuse("the same float in other digits")
        if self.jdk == 17 and ours - theirs in (2**8, 2**16, 2**32, 2**64):
            return self.excuse("JDK 17 has no unsigned numbers")
        return False

    def text(self, ours, theirs):
        if ours == theirs:
            return True
        if self.pairs_lost(ours) == self.pairs_lost(theirs):
            return self.excuse("the JDK takes modified UTF-8 for UTF-8 and loses surrogate pairs")
        return ours == re.sub("[\0\ud800-\udfff]", "\ufffd", theirs) and \
            self.excuse("no text of ours has a 0 or half a surrogate pair in it")

    @staticmethod
    def pairs_lost(text):
        return "".join(c if ord(c) < 0x10000 else "\ufffd\ufffd" for c in text)

    def time(self, ours, theirs, chunk):
        ns = ns_of_text(theirs)
        if ns is None:
            return False
        if ns == ours:
            return True
        if chunk > 0 and abs(ns - ours - self.bases.setdefault(chunk, ns - ours)) <= 1000:
            return self.excuse("the JDK gives all chunks the time base of the first")
        return False

    def same(self, ours, theirs, chunk):
        if isinstance(theirs, dict):
            return isinstance(ours, dict) and list(ours) == list(theirs) and \
                all(self.same(ours[k], theirs[k], chunk) for k in theirs)
        if isinstance(theirs, list):
            return isinstance(ours, list) and len(ours) == len(theirs) and \
                all(self.same(o, t, chunk) for o, t in zip(ours, theirs))
        if isinstance(theirs, bool) or theirs is None:
            return ours is theirs
        if isinstance(theirs, str):
            return self.text(ours, theirs) if isinstance(ours, str) \
                else isinstance(ours, int) and self.time(ours, theirs, chunk)
        return isinstance(ours, (int, float)) and self.number(ours, theirs)

    def where(self, ours, theirs, chunk, path=""):
        """The first place in two events where they differ."""
        if isinstance(ours, dict) and isinstance(theirs, dict) and list(ours) == list(theirs):
            for k in ours:
                if not self.same(ours[k], theirs[k], chunk):
                    return self.where(ours[k], theirs[k], chunk, f"{path}.{k}")
        if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            for i, (o, t) in enumerate(zip(ours, theirs)):
                if not self.same(o, t, chunk):
                    return self.where(o, t, chunk, f"{path}[{i}]")
        return f"{path}: ours {str(ours)[:150]!r}, jfr {str(theirs)[:150]!r}"


def our_events(path, depth):
    done = subprocess.run([DUMP, str(depth), path], capture_output=True)
    events = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    events.sort(key=lambda e: (e["chunk"], e["end_ticks"]))
    return done.returncode, events


def problems_of(home, version, path, depth):
    jfr = os.path.join(home, "bin/jfr")
    done = subprocess.run([jfr, "print", "--json", "--stack-depth", str(depth), path],
                          capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    if done.returncode:
        return [f"jfr print: {done.stdout[-300:]!r} {done.stderr[-300:]!r}"]
    theirs = json.loads(done.stdout)["recording"]["events"]
    code, ours = our_events(path, depth)
    problems = [f"dump_events: exit {code}"] if code else []
    if len(ours) != len(theirs):
        problems.append(f"{len(ours)} events, jfr has {len(theirs)}")
    comparison = Comparison(version)
    for i, (o, t) in enumerate(zip(ours, theirs)):
        if o.get("damaged"):
            problems.append(f"event {i} is damaged")
        # JDK 9 had other names, which libjfr takes for those of today.
        if o["type"] != t["type"].replace("com.oracle.jdk.", "jdk."):
            problems.append(f"event {i} is a {o['type']}, jfr has a {t['type']}")
            break
        if not comparison.same(o["values"], t["values"], o["chunk"]):
            problems.append(f"event {i}: " + o["type"] +
                            comparison.where(o["values"], t["values"], o["chunk"]))
    return problems


def check_values(home, path, depth):
    version = 17 if "17" in os.path.basename(home) else 25
    check(f"{os.path.basename(home)}: {os.path.basename(path)}, stacks of {depth}: all values",
          problems_of(home, version, path, depth))


def corpus(scratch):
    """Recordings of the corpus that the JDK reads (not those of format 0.9 and the damaged ones)."""
    for path in drawn(sorted(glob.glob(os.path.join(CORPUS, "*.jfr*")))):
        if os.path.getsize(path) > 200000 or os.path.basename(path).startswith(UNREADABLE):
            continue
        path = decompressed(path, scratch)
        with open(path, "rb") as f:
            if f.read(4) == b"FLR\0" and f.read(2) != b"\0\0":
                yield path


def main():
    homes = jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    with tempfile.TemporaryDirectory() as scratch:
        paths = sys.argv[1:] or [decompressed(find_recording(name), scratch) for name in NAMES]
        for home in homes:
            for i, path in enumerate(paths):
                for depth in DEPTHS if i < 2 else DEPTHS[:1]:
                    check_values(home, path, depth)
        for path in [] if sys.argv[1:] or not homes else corpus(scratch):
            check_values(homes[-1], path, DEPTHS[0])
    for why in sorted(Comparison.excused):
        print(f"taken for the same: {why}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
