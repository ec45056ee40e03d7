#!/usr/bin/env python3
"""How strong the tests are: changes one place of the program at a time, and looks whether a test fails.

Usage: tests/mutate.py [--count N] [--seed S] [--near] [--full] [--only FILE[:LINE]] [--trees N]
       (make mutate N=100 SEED=1)

A place is a comparison, its boundary, a sign, a condition, or what a function returns, in a C file of the
program; N of them are drawn with the seed. All is done in copies of the tree (build/mutate/), two changes
at a time: one file is compiled, and then the tests of the quick suite run that reach the changed function,
the shortest first, up to the first that fails. Which tests reach it the copy was asked before
(-fsanitize-coverage). --near leaves it at unit tests and cases of the command line; --full gives what
survives the suites of tests/run.sh full, too, which takes long.

A change that gives the same machine code is none. Other changes that nothing can tell from the original
are in tests/mutate.equal, each with its reason. Everything has a limit of CPU time and of memory, so what
makes a loop endless ends. Exit code: 0; 1 if more than a tenth survive; 2 if more than
a tenth of the tests fail without a change: such a one is left out.
"""
import argparse
import bisect
import collections
import concurrent.futures
import os
import queue
import random
import re
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COPIES = os.path.join(ROOT, "build", "mutate")
ROOMS = ("base/", "parser/", "analyzers/", "sql/", "cmd/", "agent/")
MOST_MEMORY = 6 << 30
# What compiles and starts quickly, and says what it reaches; ASan takes four times as long for each process.
BUILT = ("BUILD=build-mutate", "CC=clang", "HARDENING=",
         "CFLAGS=-O0 -fsanitize=undefined -fno-sanitize-recover=undefined -fsanitize-coverage=func,trace-pc-guard")
CHANGES = {" < ": (" <= ",), " <= ": (" < ",), " > ": (" >= ",), " >= ": (" > ",), " == ": (" != ",),
           " != ": (" == ",), " && ": (" || ",), " || ": (" && ",), " + ": (" - ",), " - ": (" + ",),
           "if (!": ("if (",), "return true;": ("return false;",), "return false;": ("return true;",)}
PLACES = re.compile("|".join(re.escape(c) for c in sorted(CHANGES, key=len, reverse=True)))
SLOW = ("_archive", "_costs", "_hostile", "_flips")  # unit tests that the quick suite has not
# What does not look at the program's code, or not at that which a change is built into.
NOT_ASKED = ("unit tests", "command line", "handshake, TSan", "figures of the page", "fleets", "browser")


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
        heads = re.findall(r"^[A-Za-z][^;\n]*?(\w+)\(", text[:begin], flags=re.M)
        self.function = heads[-1] if heads else ""

    def changed(self, text):
        return text[:self.begin] + self.new + text[self.end:]

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


class Test:
    """One that says with its exit code whether the program is right."""

    def __init__(self, name, command, target):
        self.name, self.command, self.target = name, command, target
        self.took = None  # s of CPU
        self.passed = False  # without a change
        self.reaches = set()  # names of functions


class Tree:
    """A copy of the sources, and what is built of them."""

    def __init__(self, number):
        self.path = os.path.join(COPIES, str(number))
        self.log = os.path.join(COPIES, f"{number}.log")
        self.symbols = {}  # program -> its functions

    def run(self, command, cpu=1200, environment=None):
        """Runs it; whether it ended well, with CPU time (s, of each process) and memory that it may have."""
        begin = time.monotonic()

        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
        with open(self.log, "wb") as log:
            child = subprocess.Popen(command, cwd=self.path, stdin=subprocess.DEVNULL, stdout=log,
                                     stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limited,
                                     env={**os.environ, "CCACHE_DISABLE": "1", **(environment or {})})
            try:
                for n in range(1 << 30):
                    try:
                        return child.wait(0.05 if n < 20 else 0.5) == 0
                    except subprocess.TimeoutExpired:
                        if time.monotonic() - begin > 30 * cpu or memory_of(child.pid) > MOST_MEMORY:
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

    def make(self, *targets):
        return self.run(["make", "-s", "-j2", *BUILT, *targets])

    def environment(self, folder=None):
        # What it says of itself is not to be among what the program says.
        options = f"coverage=1:coverage_dir={folder}:log_path={folder}/said" if folder else ""
        return {"TESTDATA": os.path.join(self.path, "testdata"), "NO_COLOR": "", "BUILD": "build-mutate",
                "JFRTOOL": os.path.join(self.path, "build-mutate/jfrtool"),
                "CORPUS": os.environ.get("CORPUS", os.path.join(ROOT, "../shared/corpus")),
                "TEST_TOOLS": os.path.join(self.path, "build-mutate/tests/tools"), "UBSAN_OPTIONS": options}

    def passes(self, test):
        return self.run(test.command, int(10 * (test.took or 60)) + 30, self.environment())

    def put(self, file, text):
        with open(os.path.join(self.path, file), "w") as out:
            out.write(text)

    def machine_code(self, file):
        """What the compiler makes of a file; None: it is no C."""
        flags = shlex.split(subprocess.run(["pkg-config", "--cflags", "libpcre2-8", "libcjson", "zlib",
                                            "libarchive", "sqlite3"], text=True, capture_output=True).stdout)
        if file.startswith("agent/"):
            include = subprocess.run("ls -d $JAVA_HOME/include /usr/lib/jvm/*/include 2>/dev/null | head -n 1",
                                     shell=True, text=True, capture_output=True).stdout.strip()
            flags += ["-isystem", include, "-isystem", include + "/linux"]
        out = os.path.join(self.path, "mutate.o")
        built = subprocess.run(["cc", "-std=c17", "-D_GNU_SOURCE", "-I.", "-Ibuild-mutate", "-O2", "-fPIC", "-w", *flags,
                                "-c", file, "-o", out], cwd=self.path, capture_output=True)
        if built.returncode != 0:
            return None
        with open(out, "rb") as code:
            return code.read()


# ---- The copies ----------------------------------------------------------------------------------


def copy_tree(to):
    """The files that git knows of, as they are now. What did not change keeps its time, so what was built of
    it stays."""
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    os.makedirs(to, exist_ok=True)
    for file in files:
        source, target = os.path.join(ROOT, file), os.path.join(to, file)
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
    subprocess.run(["git", "init", "-q"], cwd=to, check=True)
    there = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=to, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    for file in set(there) - set(files):  # of an earlier run
        if os.path.exists(os.path.join(to, file)):
            os.unlink(os.path.join(to, file))
    subprocess.run(["git", "add", "-A"], cwd=to, check=True, capture_output=True)


# ---- Which tests there are, and what they reach ----------------------------------------------------


def suites(tree, mode):
    """Name -> command, as tests/run.sh has them, but builds and unit tests."""
    listed = subprocess.run(["tests/run.sh", "list", mode], cwd=tree.path, text=True, capture_output=True,
                            check=True).stdout.splitlines()
    pairs = (line.split(": ", 1) if not line.startswith("second source") else line.rsplit(": ", 1)
             for line in listed)
    return {name: shlex.split(command) for name, command in pairs if name not in NOT_ASKED}


def quick_tests(tree, near):
    tests = []
    for folder, _, names in sorted(os.walk(os.path.join(tree.path, "tests", "unit"))):
        for name in sorted(names):
            program = os.path.relpath(os.path.join(folder, name[:-2]), tree.path)
            if name.startswith("test_") and name.endswith(".c") and not program.endswith(SLOW):
                tests.append(Test(program, [f"build-mutate/{program}"], f"build-mutate/{program}"))
    for name in sorted(os.listdir(os.path.join(tree.path, "tests/cli/cases"))):
        if name.endswith(".sh"):
            tests.append(Test(f"case {name[:-3]}", ["tests/cli/run.sh", name[:-3]], "build-mutate/jfrtool"))
    if not near:
        tests += [Test(name, command, "build-mutate/jfrtool") for name, command in suites(tree, "quick").items()]
    return tests


class Symbols:
    """Which function an offset into a program is of."""

    def __init__(self, program):
        listed = subprocess.run(["nm", "-n", program], text=True, capture_output=True).stdout.splitlines()
        words = (line.split() for line in listed)
        pairs = [(int(w[0], 16), w[2]) for w in words if len(w) == 3 and w[1] in "tTwW"]
        self.offsets, self.names = [p[0] for p in pairs], [p[1] for p in pairs]

    def name(self, offset):
        at = bisect.bisect_right(self.offsets, offset) - 1
        return self.names[at].split(".")[0] if at >= 0 else ""


def reached(tree, folder, known):
    """The functions that processes reached, which left their coverage in a folder."""
    names = set()
    for entry in os.listdir(folder):
        program = entry.split(".")[0]
        if not entry.endswith(".sancov"):
            continue
        with open(os.path.join(folder, entry), "rb") as dumped:
            data = dumped.read()
        if program not in known:
            found = subprocess.run(["find", "build-mutate", "-name", program, "-type", "f", "-perm", "-u+x"], cwd=tree.path,
                                   text=True, capture_output=True).stdout.split()
            known[program] = Symbols(os.path.join(tree.path, found[0])) if found else None
        if known[program]:
            names |= {known[program].name(pc) for pc, in struct.iter_unpack("<Q", data[8:])}
    return names


def ask(tree, test):
    """Runs a test without a change: how long it takes, what it reaches, whether it passes."""
    known = tree.symbols
    folder = os.path.join(tree.path, "coverage")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    test.passed = tree.run(["bash", "-c", 'trap "times >times.txt" EXIT; "$@"', "-", *test.command], 1200,
                           tree.environment(folder))
    with open(os.path.join(tree.path, "times.txt")) as times:
        spent = re.findall(r"(\d+)m([\d.]+)s", times.read())
    test.took = sum(60 * int(m) + float(s) for m, s in spent)
    test.reaches = reached(tree, folder, known)


# ---- Changes ---------------------------------------------------------------------------------------


def killer(tree, place, tests, full):
    """The test that fails with the change in the tree; None: it survives. And how many reach it."""
    near = [t for t in tests if place.function in t.reaches]
    built = set()
    for test in near:
        if test.target not in built and not tree.make(test.target):
            return "the build", len(near)
        built.add(test.target)
        if not tree.passes(test):
            return test.name, len(near)
    if full and tree.make("all", "unit") and tree.run(["make", "-s", "-j2", "all"]):
        for name, command in full.items():
            if not tree.passes(Test(name, command, None)):
                return name, len(near)
    return None, len(near)


def tried(tree, place, tests, equal, full):
    """What becomes of a change: a word for it, and more about it."""
    with open(os.path.join(tree.path, place.file)) as source:
        text = source.read()
    before = tree.machine_code(place.file)
    tree.put(place.file, place.changed(text))
    try:
        after = tree.machine_code(place.file)
        if after is None or after == before:
            return "none", ""
        if place.key() in equal:
            return "equal", ""
        by, near = killer(tree, place, tests, full)
        return ("killed", by) if by else ("SURVIVED", f"{near} tests reach {place.function}")
    finally:
        tree.put(place.file, text)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--near", action="store_true", help="unit tests and cases of the command line only")
    options.add_argument("--full", action="store_true", help="the full suite for what survives the quick one")
    options.add_argument("--only", help="all places of this file, or line: FILE or FILE:LINE")
    options.add_argument("--trees", type=int, default=2, help="changes at a time")
    options = options.parse_args()
    os.nice(5)
    places = list(all_places())
    if options.only:
        file, _, line = options.only.partition(":")
        chosen = [p for p in places if p.file == file and (not line or p.line == int(line))]
    else:
        chosen = random.Random(options.seed).sample(places, min(options.count, len(places)))
    equal = equal_ones()
    print(f"{len(chosen)} of {len(places)} places", flush=True)
    trees = [Tree(n) for n in range(options.trees)]
    copy_tree(trees[0].path)
    if not trees[0].make("all", "unit"):
        print(f"the copy does not build: see {trees[0].log}")
        return 2
    for tree in trees[1:]:
        shutil.rmtree(tree.path, ignore_errors=True)
        subprocess.run(["cp", "-a", trees[0].path, tree.path], check=True)
    free = queue.SimpleQueue()
    for tree in trees:
        free.put(tree)

    def each(work, items):
        """Does it with each item, in whichever tree is free."""
        def one(item):
            tree = free.get()
            try:
                return work(tree, item)
            finally:
                free.put(tree)
        with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
            return list(pool.map(one, items))
    tests = quick_tests(trees[0], options.near)
    each(ask, tests)
    failing = [t for t in tests if not t.passed]
    for test in failing:
        print(f"fails without any change, and is left out: {test.name}", flush=True)
    if 10 * len(failing) > len(tests):
        return 2
    tests = [t for t in tests if t.passed]
    tests.sort(key=lambda t: t.took)
    print(f"{len(tests)} tests take {sum(t.took for t in tests):.0f} s of CPU", flush=True)
    full = {n: c for n, c in suites(trees[0], "full").items() if n not in suites(trees[0], "quick")} if options.full else {}

    def try_out(tree, place):
        word, more = tried(tree, place, tests, equal, full)
        print(f"{word:8} {place}" + (f"   [{more}]" if more else ""), flush=True)
        return word, place
    results = each(try_out, chosen)
    counts = collections.Counter(word for word, _ in results)
    print(f"\n{counts['killed']} killed, {counts['SURVIVED']} survived, {counts['none'] + counts['equal']} are no change")
    for word, place in results:
        if word == "SURVIVED":
            print(place.key())
    return 1 if 10 * counts["SURVIVED"] > counts["killed"] + counts["SURVIVED"] else 0


if __name__ == "__main__":
    sys.exit(main())
