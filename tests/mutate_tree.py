"""What tests/mutate.py works with: a copy of the tree, the tests, and what each of them reaches."""
import array
import bisect
import glob
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HERE = os.path.join(ROOT, "build", "mutate")
TREE = os.path.join(HERE, "tree")
ROOMS = ("base/", "parser/", "analyzers/", "sql/", "cmd/", "agent/")
MOST_MEMORY = 6 << 30
# What malloc gives out is not nought, as in the quick suite: an element too many is then seen by what it makes.
PERTURB = "165"
# What compiles and starts quickly; ASan takes four times as long for each process. Arrays have no room to spare and
# contents of maps meet, as where it watches (base/sanitized.h).
FLAGS = ("-O1 -fno-inline -w -DAS_WATCHED -fvisibility=default '-Dvisibility(x)=' -fsanitize=undefined -fno-sanitize-recover=undefined"
         + (" -fuse-ld=gold" if shutil.which("ld.gold") else ""))
COMPILER = "ccache clang" if shutil.which("ccache") else "clang"
# The file that is changed alone can be watched by ASan, if the process has its malloc.
WATCHER = subprocess.run(["clang", f"-print-file-name=libclang_rt.asan-{os.uname().machine}.so"], text=True,
                         capture_output=True, check=False).stdout.strip() if shutil.which("clang") else ""
ONE = ("ONE_LIBRARY=1", f"CC={COMPILER}", "HARDENING=")
BUILT = ("BUILD=build-mutate", *ONE, f"CFLAGS={FLAGS}")
# The same library once more, which says what it reaches, line by line.
SAYING = ("BUILD=build-says", *ONE, f"CFLAGS={FLAGS} -gline-tables-only -fsanitize-coverage=bb,no-prune,trace-pc-guard")
TESTED, AGENT = "build-mutate/tests/libtested.so", "build-mutate/libjfragent.so"
SAYS = "build-says/tests/libtested.so"
SLOW = ("_archive", "_costs", "_hostile", "_flips")  # unit tests that the quick suite has not
# What does not look at the program's code, or not at that which a change is built into.
NOT_ASKED = ("unit tests", "command line", "handshake, TSan", "figures of the page", "fleets", "browser")


# ---- The copy ----------------------------------------------------------------------------------


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
    return sorted(f for f in files if os.path.exists(os.path.join(to, f)))


# ---- Running ------------------------------------------------------------------------------------


def taken_by(group):
    """What the processes of a session have, in bytes, and what they and those that have ended took, in s of CPU."""
    memory = ticks = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == group:
                memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
                ticks += sum(int(field) for field in fields[11:15])
    return memory, ticks / os.sysconf("SC_CLK_TCK")


class Test:
    """One that says with its exit code whether the program is right."""

    def __init__(self, name, command, files=()):
        self.name, self.command = name, command
        self.files = files  # what it is made of; nothing: all files
        self.took = None  # s of CPU
        self.passed = False  # without a change
        self.sure = True  # asked since the program changed
        self.forks = True  # a process for each of its tests, unless it passes without
        self.reaches = set()  # names of functions, and "function: line" of those lines that ran


class Workshop:
    """A folder of what one change is built into."""

    def __init__(self, number):
        self.path = os.path.join(HERE, str(number))
        self.log = os.path.join(HERE, f"{number}.log")
        os.makedirs(self.path, exist_ok=True)
        self.empty()  # of a run that was ended

    def run(self, command, cpu=1200, environment=None, text=None):
        """Runs it in the tree; whether it ended well, with CPU time (s, of all its processes) and memory that it may
        have."""
        begin = time.monotonic()

        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
        with open(self.log, "wb") as log:
            child = subprocess.Popen(command, cwd=TREE, stdin=subprocess.PIPE if text else subprocess.DEVNULL, stdout=log,
                                     stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limited,
                                     env={**os.environ, "CASE_SECONDS": str(cpu), **(environment or {})})
            try:
                if text:
                    child.stdin.write(text.encode())
                    child.stdin.close()
                for n in range(1 << 30):
                    try:
                        return child.wait(0.05 if n < 20 else 0.5) == 0
                    except subprocess.TimeoutExpired:
                        memory, spent = taken_by(child.pid)
                        if time.monotonic() - begin > 120 + 20 * cpu or memory > MOST_MEMORY or spent > cpu:
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

    def environment(self, folder=None, changed=True, forks=True, watched=False):
        """What tests run with: the libraries of this folder, or those without a change; a folder for coverage; watched:
        by ASan, in what is compiled for it."""
        # What it says of itself is not to be among what the program says.
        options = "handle_segv=0" + (f":coverage=1:coverage_dir={folder}:log_path={folder}/said" if folder else "")
        own = os.path.join(self.path, os.path.basename(AGENT)) if changed else ""
        return {"TESTDATA": os.path.join(TREE, "testdata"), "NO_COLOR": "", "BUILD": "build-mutate",
                "JFRTOOL": os.path.join(TREE, "build-mutate/jfrtool"), "UBSAN_OPTIONS": options,
                "CK_FORK": "yes" if forks else "no",
                **({"LD_PRELOAD": WATCHER, "ASAN_OPTIONS": "detect_leaks=0"} if watched else {}),
                "MALLOC_PERTURB_": PERTURB, "LD_LIBRARY_PATH": f"{self.path if changed else ''}:{os.path.join(TREE, os.path.dirname(SAYS if folder else TESTED))}",
                "JFRAGENT": own if os.path.exists(own) else os.path.join(TREE, AGENT), "AGENT_JVMS": first_jdk(),
                "CORPUS": os.environ.get("CORPUS", os.path.join(ROOT, "../shared/corpus")),
                "TEST_TOOLS": os.path.join(TREE, "build-mutate/tests/tools")}

    def empty(self):
        """What is built of a change is not for the next."""
        for library in (TESTED, AGENT):
            if os.path.exists(os.path.join(self.path, os.path.basename(library))):
                os.unlink(os.path.join(self.path, os.path.basename(library)))

    def passes(self, test, watched=False):
        return self.run(test.command, int(5 * (test.took or 60)) + 5,
                        self.environment(forks=test.forks or watched, watched=watched))


def first_jdk():
    return next(iter(sorted(glob.glob("/usr/lib/jvm/*/bin/javac"))), "//").removesuffix("/bin/javac")


class Commands:
    """How make compiles and links the libraries."""

    def __init__(self):
        listed = subprocess.run(["make", "-s", "-n", "-B", *BUILT, TESTED, AGENT], cwd=TREE, text=True,
                                capture_output=True, check=True).stdout.replace("\\\n", "").splitlines()
        self.links, self.compiles = {}, {TESTED: {}, AGENT: {}}
        for words in (shlex.split(line.removeprefix("ccache ")) for line in listed if "clang " in line):
            if words[-1:] in ([TESTED], [AGENT]) and "-shared" in words:
                self.links[words[-1]] = words
            elif "-c" in words and words[-1].endswith(".o"):
                library = AGENT if "/agent-pic/" in words[-1] else TESTED
                self.compiles[library][words[words.index("-c") + 1]] = words

    def compile(self, library, place, to, more=()):
        """The command that compiles the file of a place, from standard input."""
        words = [w for w in self.compiles[library][place.file] if w not in ("-MMD", "-MP")]
        at = words.index("-c")
        return [*words[:at], *more, "-iquote", os.path.dirname(place.file), "-x", "c", "-c", "-", "-o", to]

    def link(self, library, place, changed, to):
        replaced = self.compiles[library][place.file][-1]
        return [changed if w == replaced else to if w == library else w for w in self.links[library]]


# ---- Which tests there are, and what they reach ----------------------------------------------------


def suites(mode):
    """Name -> command, as tests/run.sh has them, but builds and unit tests."""
    listed = subprocess.run(["tests/run.sh", "list", mode], cwd=TREE, text=True, capture_output=True,
                            check=True).stdout.splitlines()
    pairs = (line.split(": ", 1) if not line.startswith("second source") else line.rsplit(": ", 1)
             for line in listed)
    return {name: shlex.split(command.replace("build-asan", "build-mutate")) for name, command in pairs if name not in NOT_ASKED}


def quick_tests(near):
    tests = []
    for program in sorted(glob.glob("tests/unit/**/test_*.c", root_dir=TREE, recursive=True)):
        if not program[:-2].endswith(SLOW):
            tests.append(Test(program[:-2], [f"build-mutate/{program[:-2]}"], [program]))
    for case in sorted(glob.glob("tests/cli/cases/*.sh", root_dir=TREE)):
        name = os.path.basename(case)[:-3]
        files = sorted(glob.glob(glob.escape(case[:-3]) + ".*", root_dir=TREE))
        tests.append(Test(f"case {name}", ["tests/cli/run.sh", name], files))
    if not near:
        tests += [Test(name, command) for name, command in suites("quick").items()]
    return tests


def agent_tests():
    """Those of the agent in a JVM."""
    sources = "".join(open(file).read() for file in sorted(glob.glob(os.path.join(TREE, "tests/agent/*.py"))))
    return [Test(f"agent {name}", ["python3", "tests/agent/run.py", "quick", name])
            for name in re.findall(r"^def test_(\w+)", sources, flags=re.M)]


class Reached:
    """What the offsets of the library that says what it reaches stand for: functions and lines."""

    def __init__(self):
        listed = self.output("nm", "-n", SAYS)
        words = (line.split() for line in listed)
        pairs = [(int(w[0], 16), w[2]) for w in words if len(w) == 3 and w[1] in "tTwW"]
        self.offsets, self.names = [p[0] for p in pairs], [p[1].split(".")[0] for p in pairs]
        # Where a block of code begins, which says that it runs.
        self.blocks = sorted({int(line.split(":")[0], 16) for line in self.output("objdump", "-d", "--no-show-raw-insn", SAYS)
                              if "call" in line and "__sanitizer_cov_trace_pc_guard" in line})
        of_block = [set() for _ in self.blocks]
        for begin, end, name in self.lines():
            first = max(bisect.bisect_right(self.blocks, begin) - 1, 0)
            for n in range(first, min(bisect.bisect_left(self.blocks, end), len(self.blocks))):
                of_block[n].add(name)
        self.of_block = [{self.function(at), *names} for at, names in zip(self.blocks, of_block)]
        self.known = set(self.names).union(*self.of_block)

    @staticmethod
    def output(*command):
        return subprocess.run(command, cwd=TREE, text=True, capture_output=True, check=True).stdout.splitlines()

    def function(self, offset):
        return self.names[max(bisect.bisect_right(self.offsets, offset) - 1, 0)]

    def lines(self):
        """The table of lines, as (begin, end, the name of the line)."""
        sources, folders, files, before = {}, [], [], None
        for line in self.output("llvm-dwarfdump", "--debug-line", SAYS):
            words = line.split()
            if line.startswith("debug_line["):
                folders, files = [], []
            elif line.startswith("include_directories["):
                folders.append(line.split('"')[1])
            elif words[:1] == ["name:"]:
                files.append(line.split('"')[1])
            elif words[:1] == ["dir_index:"]:
                files[-1] = os.path.normpath(os.path.join(folders[int(words[1])], files[-1]))
            elif line.startswith("0x"):
                at = int(words[0], 16)
                if before:
                    yield before[0], at, before[1]
                file, number = files[int(words[3])], int(words[1])
                path = os.path.join(TREE, file)
                if file not in sources:
                    sources[file] = open(path).read().split("\n") if file.endswith(".c") and os.path.exists(path) else []
                text = sources[file][number - 1].strip() if 0 < number <= len(sources[file]) else ""
                before = (at, line_name(self.function(at), text)) if text and "end_sequence" not in words else None

    def by(self, folder):
        """What processes reached, which left their coverage in a folder."""
        reached = set()
        for dumped in glob.glob(os.path.join(folder, os.path.basename(SAYS) + ".*.sancov")):
            with open(dumped, "rb") as data:
                reached.update(array.array("Q", data.read()[8:]))
        return set().union(*(self.of_block[bisect.bisect_right(self.blocks, pc) - 1] for pc in reached))


def line_name(function, text):
    """A line is known by its function and its text: what is written above it does not matter."""
    return f"{function}: {text}"


def ask(work, test, known):
    """Runs a test without a change: how long it takes, what it reaches, whether it passes."""
    folder, times = os.path.join(work.path, "coverage"), os.path.join(work.path, "times.txt")
    for test.forks in (False, True) if test.name.startswith("tests/unit/") else (True,):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        test.passed = work.run(["bash", "-c", f'trap "times >{shlex.quote(times)}" EXIT; "$@"', "-", *test.command], 1200,
                               work.environment(folder, forks=test.forks))
        if test.passed:
            break
    with open(times) as spent:
        test.took = sum(60 * int(m) + float(s) for m, s in re.findall(r"(\d+)m([\d.]+)s", spent.read()))
    test.reaches = known.by(folder)


def hash_of(files):
    sums = hashlib.sha256()
    for file in files:
        with open(os.path.join(TREE, file), "rb") as source:
            sums.update(file.encode() + b"\0" + source.read() + b"\0")
    return sums.hexdigest()


def asked(tests, each, files, again):
    """Asks all tests that were not asked since they or the program changed; what they said is kept. Unless it is
    to be asked again, a test that is as it was is believed to reach what it did: the program is mostly the same,
    and one that fails is run without the change. Returns the functions and lines of which it is known who reaches them."""
    kept_in, kept, names = os.path.join(HERE, "asked.json"), {}, []
    if os.path.exists(kept_in):
        with open(kept_in) as source:
            names, kept = json.load(source).values()
    program = hash_of(f for f in files if f.startswith((*ROOMS, "tests/support/", "tests/tools/")))
    everything = hash_of(files)
    keys = {t: f"{t.name} {program} {hash_of(t.files) if t.files else everything}" for t in tests}
    kept = {key: said for key, said in kept.items() if said[1]}  # what failed is asked anew: it may be the machine that changed
    before = {} if again else {key.rsplit(" ", 2)[0]: key for key in kept}
    for test in tests:
        old = before.get(test.name)
        if keys[test] not in kept and old and (not test.files or old.rsplit(" ", 1)[1] == keys[test].rsplit(" ", 1)[1]):
            keys[test], test.sure = old, False
    new = [t for t in tests if keys[t] not in kept]
    lines = Reached() if new else None
    for test in tests:
        if test not in new:
            test.took, test.passed, test.forks, reaches = kept[keys[test]]
            test.reaches = {names[number] for number in reaches}
    told, keeping = {t for t in tests if t not in new}, threading.Lock()

    def keep():
        known = lines.known if all(t.sure for t in tests) and lines else set(names).union(*(t.reaches for t in told))
        numbers = {name: number for number, name in enumerate(sorted(known))}
        with open(kept_in + ".new", "w") as out:
            json.dump({"names": sorted(known),
                       "tests": {keys[t]: [t.took, t.passed, t.forks, sorted(numbers[name] for name in t.reaches)]
                                 for t in told}}, out)
        os.replace(kept_in + ".new", kept_in)
        return known

    def ask_one(work, test):
        ask(work, test, lines)
        with keeping:
            told.add(test)
            if len(told) % 50 == 0:
                keep()
    each(ask_one, new)
    return keep()
