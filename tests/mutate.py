#!/usr/bin/env python3
"""How strong the tests are: changes one place of the program at a time, and looks whether a test fails.

Usage: tests/mutate.py [--count N] [--seed S] [--quick] [--only FILE[:LINE]]   (make mutate N=50 SEED=1)

A place is a comparison, its boundary, a sign, a condition, or what a function returns, in parser/,
analyzers/, cmd/ or agent/; N of them are drawn with the seed. All is done in a copy of the tree
(build/mutate): the change is built, then the quick suite is run, beginning with the tests of the changed
room, up to the first that fails; what survives that has the full suite to survive (not with --quick).

A change that gives the same machine code is none. Other changes that nothing can tell from the original
are in tests/mutate.equal, each with its reason. Everything has a limit of time and of memory, so what
makes a loop endless ends. Exit code: 0; 1 if more than a tenth survive; 2 if the tests fail anyway.
"""
import argparse
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COPY = os.path.join(ROOT, "build", "mutate")
ROOMS = ("parser/", "analyzers/", "cmd/", "agent/")
MOST_MEMORY = 6 << 30
SANITIZED = ("BUILD=build-asan",
             "CFLAGS=-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined")
CHANGES = {" < ": (" <= ",), " <= ": (" < ",), " > ": (" >= ",), " >= ": (" > ",), " == ": (" != ",),
           " != ": (" == ",), " && ": (" || ",), " || ": (" && ",), " + ": (" - ",), " - ": (" + ",),
           "if (!": ("if (",), "return true;": ("return false;",), "return false;": ("return true;",)}
PLACES = re.compile("|".join(re.escape(c) for c in sorted(CHANGES, key=len, reverse=True)))


def blanked(text):
    """The text, with blanks for comments, literals and lines of the preprocessor."""
    def blank(match):
        return re.sub(r"[^\n]", "#", match.group())
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)
    return re.sub(r"^#.*?(?<!\\)$", blank, text, flags=re.M | re.S)


class Place:
    """A change of one place of a file."""

    def __init__(self, file, text, begin, end, new):
        self.file, self.begin, self.end, self.new = file, begin, end, new
        self.line = text.count("\n", 0, begin) + 1
        self.source = text.split("\n")[self.line - 1].strip()
        self.old = text[begin:end]

    def key(self):
        return f"{self.file} | {self.source} | {self.old.strip()} -> {self.new.strip()}"

    def __str__(self):
        return f"{self.file}:{self.line}: {self.old.strip()} -> {self.new.strip()}: {self.source}"


def all_places():
    files = subprocess.run(["git", "ls-files", "--", *(room + "*.c" for room in ROOMS)], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.split()
    for file in files:
        with open(os.path.join(ROOT, file)) as source:
            text = source.read()
        for match in PLACES.finditer(blanked(text)):
            for new in CHANGES[match.group()]:
                yield Place(file, text, *match.span(), new)


def equal_ones():
    with open(os.path.join(ROOT, "tests", "mutate.equal")) as listed:
        lines = [line.rstrip("\n") for line in listed if line.strip() and not line.startswith("#")]
    return {line.rsplit(" | ", 1)[0] for line in lines}


# ---- Running ------------------------------------------------------------------------------------


def memory_of(group):
    """What the processes of a session have, in bytes."""
    total = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == group:
                total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return total


def run(command, limit, environment=None):
    """True: it ended well, in time and with the memory that it may have."""
    begin = time.monotonic()
    with open(os.path.join(COPY, "mutate.log"), "wb") as log:
        child = subprocess.Popen(command, cwd=COPY, stdin=subprocess.DEVNULL, stdout=log,
                                 stderr=subprocess.STDOUT, start_new_session=True,
                                 env=dict(os.environ, **(environment or {})))
        try:
            for n in range(1 << 30):
                try:
                    return child.wait(0.05 if n < 20 else 0.5) == 0
                except subprocess.TimeoutExpired:
                    if time.monotonic() - begin > limit or memory_of(child.pid) > MOST_MEMORY:
                        return False
        finally:
            for number in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(child.pid, number)
                except ProcessLookupError:
                    break
                if number == signal.SIGTERM:
                    time.sleep(0.1)
            child.wait()


def make(*arguments):
    return run(["make", "-s", f"-j{os.cpu_count()}", *arguments], 1200)


def unit_tests(room):
    """The unit tests, those of this room first."""
    programs = []
    for folder, _, names in os.walk(os.path.join(COPY, "tests", "unit")):
        programs += [os.path.relpath(os.path.join(folder, n[:-2]), COPY) for n in names
                     if n.startswith("test_") and n.endswith(".c")]
    slow = ("_archive", "_costs", "_hostile", "_flips")
    near = f"tests/unit/{room}/"
    return sorted((p for p in programs if not p.endswith(slow)),
                  key=lambda p: (not (os.path.dirname(p) + "/").startswith(near), p))


def suites(mode):
    """Name -> command, as tests/run.sh has them, but builds and unit tests."""
    listed = subprocess.run(["tests/run.sh", "list", mode], cwd=COPY, text=True, capture_output=True,
                            check=True).stdout.splitlines()
    pairs = (line.split(": ", 1) if not line.startswith("second source") else line.rsplit(": ", 1)
             for line in listed)
    return {name: command for name, command in pairs if name not in ("unit tests", "handshake, TSan")}


class Tests:
    def __init__(self):
        self.environment = {
            "TESTDATA": os.path.join(COPY, "testdata"), "JFRTOOL": os.path.join(COPY, "build/jfrtool"),
            "CORPUS": os.environ.get("CORPUS", os.path.join(ROOT, "../shared/corpus")),
            "TEST_TOOLS": os.path.join(COPY, "build-asan/tests/tools"), "NO_COLOR": "", "BUILD": "build-asan",
            "ASAN_OPTIONS": "detect_leaks=1:soft_rss_limit_mb=4000"}
        self.quick = suites("quick")
        self.full = {n: c for n, c in suites("full").items() if n not in self.quick}
        self.took = {}

    def passes(self, name, command):
        limit = 10 * self.took[name] + 60 if name in self.took else 3600
        begin = time.monotonic()
        good = run(shlex.split(command), limit, self.environment)
        self.took.setdefault(name, time.monotonic() - begin)
        return good

    def baseline(self):
        """What fails or takes how long without a change."""
        for program in unit_tests("base"):
            if not self.passes(program, f"build-asan/{program}"):
                return program
        for name, command in self.quick.items():
            if not self.passes(name, command):
                return name
        return None

    def killer(self, place, quick):
        """The test that fails with the change in the copy; None: it survives."""
        room = os.path.dirname(place.file)
        units = unit_tests(room)
        near = [p for p in units if p.startswith(f"tests/unit/{room}/")]
        if near and not make(*SANITIZED, *(f"build-asan/{p}" for p in near)):
            return "the sanitized build"
        for program in near:
            if not self.passes(program, f"build-asan/{program}"):
                return program
        if not make("all"):
            return "the build"
        if not self.passes("command line", self.quick["command line"]):
            return "command line"
        if not make(*SANITIZED, "all", "unit"):
            return "the sanitized build"
        for program in units[len(near):]:
            if not self.passes(program, f"build-asan/{program}"):
                return program
        rest = [(n, c) for n, c in self.quick.items() if n != "command line"]
        if not quick:
            first = ("agent", "attaching", "recordings written")  # whom a change of the agent concerns
            rest += sorted(self.full.items(), key=lambda s: not (room.startswith(("agent", "cmd/attach"))
                                                                 and s[0].startswith(first)))
        for name, command in rest:
            if not self.passes(name, command):
                return name
        return None


# ---- The copy -----------------------------------------------------------------------------------


def copy_tree():
    """The files that git knows of, as they are now. What did not change keeps its time, so what was built of
    it stays."""
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    for file in files:
        source, target = os.path.join(ROOT, file), os.path.join(COPY, file)
        if not os.path.exists(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(source, "rb") as a:
            content = a.read()
        if os.path.exists(target):
            with open(target, "rb") as b:
                if b.read() == content:
                    continue
        shutil.copyfile(source, target)
        shutil.copymode(source, target)
    # A repository of its own: tests ask git for its files.
    subprocess.run(["git", "init", "-q"], cwd=COPY, check=True)
    there = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=COPY, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    for file in set(there) - set(files):  # of an earlier run
        if os.path.exists(os.path.join(COPY, file)):
            os.unlink(os.path.join(COPY, file))
    subprocess.run(["git", "add", "-A"], cwd=COPY, check=True, capture_output=True)


def put(file, text):
    with open(os.path.join(COPY, file), "w") as out:
        out.write(text)


def machine_code(file):
    """What the compiler makes of a file; None: it is no C."""
    out = os.path.join(COPY, "mutate.o")
    flags = shlex.split(subprocess.run(["pkg-config", "--cflags", "libpcre2-8", "libcjson", "zlib"],
                                       text=True, capture_output=True).stdout)
    if file.startswith("agent/"):
        include = subprocess.run("ls -d $JAVA_HOME/include /usr/lib/jvm/*/include 2>/dev/null | head -n 1",
                                 shell=True, text=True, capture_output=True).stdout.strip()
        flags += ["-isystem", include, "-isystem", include + "/linux"]
    built = subprocess.run(["cc", "-std=c17", "-D_GNU_SOURCE", "-I.", "-Ibuild", "-O2", "-fPIC", "-w", *flags, "-c",
                            file, "-o", out], cwd=COPY, capture_output=True)
    if built.returncode != 0:
        return None
    with open(out, "rb") as code:
        return code.read()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--quick", action="store_true", help="not the full suite for what survives the quick one")
    options.add_argument("--only", help="all places of this file, or line: FILE or FILE:LINE")
    options = options.parse_args()
    os.nice(10)
    places = list(all_places())
    if options.only:
        file, _, line = options.only.partition(":")
        chosen = [p for p in places if p.file == file and (not line or p.line == int(line))]
    else:
        chosen = random.Random(options.seed).sample(places, min(options.count, len(places)))
    equal = equal_ones()
    print(f"{len(chosen)} of {len(places)} places", flush=True)
    os.makedirs(COPY, exist_ok=True)
    copy_tree()
    if not (make("all") and make(*SANITIZED, "all", "unit")):
        print(f"the copy does not build: see {COPY}/mutate.log")
        return 2
    tests = Tests()
    failing = tests.baseline()
    if failing:
        print(f"fails without any change: {failing}; see {COPY}/mutate.log")
        return 2
    killed, survivors, none = 0, [], 0
    for place in chosen:
        with open(os.path.join(ROOT, place.file)) as source:
            text = source.read()
        before = machine_code(place.file)
        put(place.file, text[:place.begin] + place.new + text[place.end:])
        try:
            after = machine_code(place.file)
            if after is None or after == before or place.key() in equal:
                none += 1
                print(f"none     {place}" if place.key() not in equal else f"equal    {place}", flush=True)
                continue
            by = tests.killer(place, options.quick)
        finally:
            put(place.file, text)
        if by:
            killed += 1
            print(f"killed   {place}   [{by}]", flush=True)
        else:
            survivors.append(place)
            print(f"SURVIVED {place}", flush=True)
    print(f"\n{killed} killed, {len(survivors)} survived, {none} are no change")
    for place in survivors:
        print(place.key())
    return 1 if 10 * len(survivors) > killed + len(survivors) else 0


if __name__ == "__main__":
    sys.exit(main())
