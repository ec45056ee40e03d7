"""`check` against what reads recordings: those that JDKs read are whole, cut ones are not, and where
a byte was changed, check says so or the JDK reads as many events of each type as before.

testdata/, and $CORPUS/recordings where they are at hand. The three recordings that JMC refuses to
load, AZ0..., are not whole here either. Needs the `jfr` of JDK 17 (JAVA_HOME or /usr/lib/jvm).
"""
import glob
import json
import os
import random
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


def jfr_command():
    for home in [os.environ.get("JAVA_HOME", ""), *sorted(glob.glob("/usr/lib/jvm/*17*"))]:
        path = os.path.join(home, "bin", "jfr")
        if home and os.access(path, os.X_OK):
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
            counts[words[0]] = int(words[1])
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
    """Bytes of a recording changed: found, or the JDK counts as before."""
    source = os.path.join(TESTDATA, "shares-25.jfr")
    data = open(source, "rb").read()
    before = sorted(counts_of_jdk(jfr, source).values())
    path = os.path.join(folder, "flipped.jfr")
    draw = random.Random(11)
    problems, found = [], 0
    for _ in range(FLIPS * 10):
        at = draw.randrange(68, len(data))
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


def main():
    jfr = jfr_command()
    all_are_whole()
    folder = tempfile.mkdtemp(prefix="whole.")
    try:
        cuts(folder)
        if jfr:
            flips(folder, jfr)
        else:
            skip("no jfr command of JDK 17 to compare with")
    finally:
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
