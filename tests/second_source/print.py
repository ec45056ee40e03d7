"""`jfrtool print` against `jfr print` of JDK 25: text, --exact, JSON and XML, byte for byte where the JDK
is right; and `jfrtool metadata` against `jfr metadata`. What differs on purpose is undone first, and said by name:

  * text: the order of events that end together, line breaks and control characters in names, which
    are marked and escaped (cmd/print/escape.h)
  * pairs of surrogates in names, which the JDK loses; characters that XML cannot have
  * times of later chunks, which the JDK reckons from the first chunk's clock
  * names of JDK 9, com.oracle.jdk.X

usage: print.py [RECORDING...]     without: some of testdata and of the corpus; PRINT_ALL=1: all of them
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from jdk import JFRTOOL, ROOT, decompressed, find_recording, jdks  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402

CORPUS = os.path.join(os.environ.get("CORPUS", os.path.join(ROOT, "../shared/corpus")), "recordings")
NAMES = ("values-25", "lambdas-25", "cputime-25", "custom-17", "hostile-17", "full-gc-11", "chunks-17")
SOME = ("autobox_allocation", "char_attribute", "jdk18-finalizers", "profile-3", "openjdk8u292",
        "flight_recording_17ea")
# Constants that the JDK does not read; chunks of several JVMs; a frame without a method; not a recording.
UNREADABLE = ("AZ0slz", "FastSlow", "jdk15", "tck-test", "flush_metadata", "metadata_control", "io_test")
# Their metadata does not say what a content type is, and the JDK's text shows bare numbers then.
NO_CONTENT_TYPES = ("cortex", "dump1", "example", "new_spancontext", "profile-1")
FORMS = ((), ("--exact",), ("--json",), ("--xml",))


def run(program, *args):
    done = subprocess.run([*program, "print", *args], capture_output=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode()


# ---- What differs on purpose ----------------------------------------------------------------------

ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(.))")


def undone(escaped):
    return ESCAPE.sub(lambda m: chr(int(m[1] or m[2], 16)) if m[1] or m[2] else
                      {"n": "\n"}.get(m[3], m[3]), escaped)


def unescaped(text):
    """What begins with $" has escapes; of a value in quotes the last quote of the line ends it."""
    lines = []
    for line in text.split("\n"):
        value = re.fullmatch(r'(\s*(?:[^"$ ]+ = )?)\$("(?:.*)")(,?| \((?:java|os)ThreadId = .*\))', line)
        if value:
            lines.append(value[1] + undone(value[2]) + value[3])
            continue
        line = re.sub(r'\$"((?:[^\\"]|\\.)*)"', lambda m: undone(m[1]), line)
        lines.append(re.sub(r" = \\x([0-9a-f]{2})$", lambda m: " = " + chr(int(m[1], 16)), line))
    return "\n".join(lines)


def pairs_lost(text):
    return "".join(c if ord(c) < 0x10000 else "\ufffd\ufffd" for c in text)


def without_times(text):
    return re.sub(r"\d\d:\d\d(:\d\d(\.\d+)?)?( \(\d{4}-|Z|[+-]\d\d:\d\d)", "TIME", text)


def blocks(text):
    return sorted(re.split(r"(?m)^}\n\n", text))


def alike(form, text, chunks):
    text = text.replace("com.oracle.jdk.", "jdk.")
    if chunks > 1:
        text = without_times(text)
    if form == ("--json",):
        text = re.sub(r"\\ud[89ab]..\\ud[c-f]..", r"\\ufffd\\ufffd", text)
        text = re.sub(r"\\u0000|\\ud[89a-f]..", r"\\ufffd", text)
        return text.replace("\x7f", "\\u007f").split("\n")
    if form == ("--xml",):
        text = re.sub(r"&#(13|127|\d{5,});", lambda m: pairs_lost(chr(int(m[1]))), text)
        text = re.sub("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]", "\ufffd", text)
        return text.split("\n")
    # Half a pair is "?" in the JDK's text.
    return blocks(re.sub("[\0?\ud800-\udfff]", "\ufffd", pairs_lost(unescaped(text))))


# ---- Comparison ----------------------------------------------------------------------------------

def first_difference(form, ours, theirs):
    if form in ((), ("--exact",)):
        missing = sorted(set(theirs) - set(ours))
        extra = sorted(set(ours) - set(theirs))
        return f"{len(ours)} events, jfr {len(theirs)}; ours {extra[:1]!r}, jfr {missing[:1]!r}"[:900]
    for number, (o, t) in enumerate(zip(ours, theirs), 1):
        if o != t:
            return f"line {number}: ours {o[:150]!r}, jfr {t[:150]!r}"
    return f"{len(ours)} lines, jfr {len(theirs)}"


def problems_of(home, path, form, chunks):
    code, theirs, said = run([os.path.join(home, "bin/jfr")], *form, path)
    if code:
        return [f"jfr print: {said[-300:]!r}"]
    code, ours, said = run([JFRTOOL], *form, path)
    problems = [f"exit {code}: {said[-300:]!r}"] if code not in (0, 4) else []
    ours, theirs = alike(form, ours, chunks), alike(form, theirs, chunks)
    return problems if ours == theirs else problems + [first_difference(form, ours, theirs)]


def count_chunks(path):
    with open(path, "rb") as f:
        data = f.read()
    at = count = 0
    while data[at:at + 4] == b"FLR\0":
        count += 1
        at += int.from_bytes(data[at + 8:at + 16], "big") or len(data)
    return count


def check_recording(home, path, forms):
    name = os.path.basename(path)
    chunks = count_chunks(path)
    for form in forms:
        if not name.startswith(NO_CONTENT_TYPES) or form[-1:] in (("--json",), ("--xml",)):
            check(f"{name}: print {' '.join(form)}", problems_of(home, path, form, chunks))


def corpus(scratch):
    for path in sorted(glob.glob(os.path.join(CORPUS, "*.jfr*"))):
        name = os.path.basename(path)
        if name.startswith(UNREADABLE) or not (os.environ.get("PRINT_ALL") or name.startswith(SOME)):
            continue
        path = decompressed(path, scratch)
        with open(path, "rb") as f:
            if f.read(4) == b"FLR\0" and f.read(2) != b"\0\0":
                yield path


def check_metadata(home, path):
    """The JDK looks at the first chunk only: what it has, ours has, in the same order."""
    for filters in ((), ("--events", "*Load,jdk.GC*"), ("--categories", "GC")):
        texts = [subprocess.run([*program, "metadata", *filters, path], capture_output=True,
                                env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout.decode()
                 for program in ([JFRTOOL], [os.path.join(home, "bin/jfr")])]
        same = texts[0] == texts[1].replace("com.oracle.jdk.", "jdk.")
        check(f"{os.path.basename(path)}: metadata {' '.join(filters)}",
              [] if same else [first_difference(("--xml",), *(t.split("\n") for t in texts))])


def check_filters(home, path):
    """Which events are meant by names and categories, and how deep stacks are."""
    for filters in (("--events", "CPULoad,jdk.Thread*"), ("--categories", "GC,JVM"),
                    ("--events", "*Load", "--categories", "Operating System"), ("--categories", "OS"),
                    ("--events", "ExecutionSample", "--stack-depth", "2"),
                    ("--events", "ExecutionSample", "--stack-depth", "0"),
                    ("--events", "ExecutionSample", "--stack-depth", "0", "--json"),
                    ("--events", "ThreadStart", "--xml", "--stack-depth", "1"),
                    ("--events", "NoSuchThing", "--json")):
        form = tuple(f for f in filters if f in ("--json", "--xml"))
        _, theirs, _ = run([os.path.join(home, "bin/jfr")], *filters, path)
        _, ours, _ = run([JFRTOOL], *filters, path)
        ours, theirs = alike(form, ours, 1), alike(form, theirs, 1)
        check(f"print {' '.join(filters)}",
              [] if ours == theirs else [first_difference(form, ours, theirs)])


def main():
    homes = [home for home in jdks() if "17" not in os.path.basename(home)]
    if not homes:
        skip("no JDK 25 under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    home = homes[-1]
    with tempfile.TemporaryDirectory() as scratch:
        if sys.argv[1:]:
            for path in sys.argv[1:]:
                check_recording(home, decompressed(path, scratch), FORMS)
            return finish()
        for name in NAMES:
            forms = FORMS if name in NAMES[:1] else FORMS[:1] + FORMS[2:3]
            check_recording(home, decompressed(find_recording(name), scratch), forms)
        for path in corpus(scratch):
            check_recording(home, path, FORMS if os.environ.get("PRINT_ALL") else FORMS[:3:2])
        for name in ("shares-25", "custom-17"):
            check_metadata(home, decompressed(find_recording(name), scratch))
        check_filters(home, decompressed(find_recording("lambdas-25"), scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
