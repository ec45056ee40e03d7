#!/usr/bin/env python3
"""How strong the tests are: changes one place of the program at a time, and looks whether a test fails.

Usage: tests/mutate.py [--count N] [--seed S] [--near | --full | --jvm] [--only FILE[:LINE]]... [--in PATH]...
                       [--again] [--from K] [--most S] [--at-once N] [--unreached]
       (make mutate N=100 SEED=1 FILES="sql parser" NEAR=1)

A place is a comparison, its boundary, a sign, a condition, or what a function returns, in a C file of the
program; N of them are drawn with the seed, the same ones whatever is written elsewhere; with --in, of those
below these paths. All is done in a copy of the tree (build/mutate/tree), where all that is tested is one
library: for a change one file is compiled, the library is linked, and then the tests of the quick suite run
that reach the changed line, those first that take little and reach little else, up to the first that
fails or until they took a minute of CPU (--most). Which tests reach it is asked before (-fsanitize-coverage)
and kept (build/mutate/asked.json) until the test is another; --again asks all anew.

--near leaves it at unit tests and cases of the command line; --full gives what survives the other suites
of tests/run.sh full, too, which takes long. The quick suite has no JVM: with --jvm the changes are in what
of the agent runs in a JVM alone, and its tests in the first JDK found (tests/agent/run.py) judge.

--unreached lists the places of the files, or below the paths, that none of these tests reaches: whatever is
changed there survives.

What survives is tried once more with ASan looking at the changed file, as it does in the quick suite. A change
that gives the same machine code is none. Other changes that nothing can tell from the original
are in tests/mutate.equal, each with its reason. Everything has a limit of CPU time, of time and of memory,
so what makes a loop endless ends. Exit code: 0; 1 if more than a tenth survive; 2 if more than
a tenth of the tests fail without a change: such a one is left out.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import queue
import re
import subprocess
import sys
import time

from mutate_tree import (AGENT, BUILT, ROOMS, ROOT, SAYING, SAYS, TESTED, TREE, WATCHER, Commands, Test, Workshop, agent_tests, asked,
                         copy_tree, line_name, quick_tests, suites)

CHANGES = {" < ": (" <= ",), " <= ": (" < ",), " > ": (" >= ",), " >= ": (" > ",), " == ": (" != ",),
           " != ": (" == ",), " && ": (" || ",), " || ": (" && ",), " + ": (" - ",), " - ": (" + ",),
           "if (!": ("if (",), "return true;": ("return false;",), "return false;": ("return true;",)}
LEAST = 10  # s of CPU for tests that are not known to run the line
PLACES = re.compile("|".join(re.escape(c) for c in sorted(CHANGES, key=len, reverse=True)))


def blanked(text):
    """The text, with blanks for comments, literals and lines of the preprocessor."""
    def blank(match):
        return re.sub(r"[^\n]", "#", match.group())
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)
    return re.sub(r"^#.*?(?<!\\)$", blank, text, flags=re.M | re.S)


HEADS = re.compile(r"^(?=[A-Za-z])(?:__attribute__\(\(\w+\)\)|[^;\n])*?\b(?!__attribute__)(\w+)\(", flags=re.M)


class Place:
    """A change of one place of a file: of a line, in a function."""

    def __init__(self, file, line, function, text, begin, end, new):
        self.file, self.line, self.function, self.begin, self.end, self.new = file, line, function, begin, end, new
        first = text.rfind("\n", 0, begin) + 1
        self.source = text[first:text.find("\n", begin)].strip()
        self.old = text[begin:end]
        self.name = line_name(self.function, self.source)

    def changed(self, text):
        return text[:self.begin] + self.new + text[self.end:]

    def is_decided_before(self):
        """A boundary where the line has asked already whether the two are the same: if (a != b) return a < b..., or where
        one of them is chosen, which is the same if they are: if (a > b) b = a; a < b ? a : b. Or what is kept within
        two limits: a < least ? least : a > most ? most : a. Or what is granted."""
        old, new = self.old.strip(), self.new.strip()
        if re.match(r"granted\(.*\);$", self.source) and (old, new) in (("&&", "||"), ("<", "<="), (">", ">=")):
            return True  # the compiler is told less
        if {old, new} not in ({"<", "<="}, {">", ">="}) or self.source.count(self.old) != 1:
            return False
        decided = rf"if \((?:.* && )?(\S+) != (\S+)\) return \1 {old} \2 \?"
        taken = rf"if \((?:.* (?:&&|\|\|) )?([^&|]+?) {old} ([^&|]+?)\) (?:\2 = \1|\1 = \2);"
        taken_part = rf"if \((?:.* && )?(\S+) {old} \((.+)\)\) \1 = \2;"
        chosen = rf"(?:return |= |\(|, |\? |: |&& )([^?=]+?) {old} ([^?]+?) \? (?:\1 : \2|\2 : \1)(?:[;,)]|$)"
        chosen_if = rf"return (\S+) {old} ([^?&|]+?) && [^?|]+ \? \2 : \1;"
        kept = r"(?:^|[\s(])([\w.>-]+) < ([\w.-]+) \? \2 : \1 > ([\w.-]+) \? \3 : \1\b"
        return any(re.search(pattern, self.source) for pattern in (taken, taken_part, chosen, chosen_if, kept)) or (
            "||" not in self.source and bool(re.search(decided, self.source)))

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
        line, counted, function, heads = 1, 0, "", [(head.end(), head.group(1)) for head in HEADS.finditer(text)]
        for match in PLACES.finditer(blanked(text)):
            line, counted = line + text.count("\n", counted, match.start()), match.start()
            while heads and heads[0][0] <= match.start():
                function = heads.pop(0)[1]
            for new in CHANGES[match.group()]:
                yield Place(file, line, function, text, *match.span(), new)


def drawn(places, count, seed):
    """As many of them, those whose own number for the seed is the lowest: what the program is besides, whatever
    is written later, draws the same ones."""
    seen = collections.Counter()

    def number(place):
        what = f"{seed} | {place.function} | {place.key()}"
        seen[what] += 1
        return hashlib.sha256(f"{what} | {seen[what]}".encode()).digest()
    return sorted(places, key=number)[:count]


def is_below(file, paths):
    return any(file == path or file.startswith(path.rstrip("/") + "/") for path in paths)


def equal_ones():
    with open(os.path.join(ROOT, "tests", "mutate.equal")) as listed:
        lines = [line.rstrip("\n") for line in listed if line.strip() and not line.startswith("#")]
    return {line.rsplit(" | ", 1)[0] for line in lines}


# ---- Changes ---------------------------------------------------------------------------------------


class Trial:
    """All that is the same for each change."""

    def __init__(self, commands, library, tests, full, most, known, places):
        self.commands, self.library, self.tests, self.full, self.most = commands, library, tests, full, most
        self.of_file = collections.defaultdict(set)  # file -> its functions
        for place in places:
            self.of_file[place.file].add(place.function)
        self.known = known  # functions and lines that tests are known to reach or not
        self.equal = equal_ones()
        self.machine_code = {}  # file -> what it is without a change

    def near(self, place):
        """The tests that reach a line, the nearest first, and for how long. A process that a signal ends says nothing
        of what it reached: where none does, those that reach its function, or another of the file, have less time."""
        passing = [t for t in self.tests if t.passed]
        found, most = [t for t in passing if place.name in t.reaches], self.most
        if not found and place.name in self.known:
            most = LEAST
        if not found:
            found = [t for t in passing if place.function in t.reaches or place.function not in self.known]
        found = found or [t for t in passing if not self.of_file[place.file].isdisjoint(t.reaches)]
        room, name = os.path.split(place.file[:-2])

        def far(test):
            """A room's own tests are asked first, those of the file before all."""
            mine = test.name.startswith(f"tests/unit/{room}/test_")
            return 0 if mine and test.name.endswith("_" + name) else 1 if mine else 2
        return sorted(found, key=lambda t: (far(t), (t.took + 0.05) * (len(t.reaches) + 1))), most

    def optimised(self, work, place, text):
        """What an optimiser makes of a file; None: it is no C."""
        to = os.path.join(work.path, "optimised.o")
        words = [w for w in self.commands.compile(self.library, place, to, ["-O2"])
                 if not w.startswith("-fsanitize") and w not in ("-fno-inline", "-fvisibility=default")]
        if not work.run(words, text=text):
            return None
        with open(to, "rb") as code:
            return code.read()

    def unchanged(self, work, place, text):
        if place.file not in self.machine_code:
            self.machine_code[place.file] = self.optimised(work, place, text)
        return self.machine_code[place.file]

    def built(self, work, library, place, text, more=()):
        changed, to = os.path.join(work.path, "changed.o"), os.path.join(work.path, os.path.basename(library))
        return work.run(self.commands.compile(library, place, changed, more), text=text) and \
            work.run(self.commands.link(library, place, changed, to))

    def watched(self, work, place, text, near):
        """The unit test that fails where ASan looks at the changed file: at an element too many, as in the quick suite."""
        spent, watch = 0, ["-fsanitize=address"]
        if not os.path.isabs(WATCHER) or not self.built(work, self.library, place, text, watch):
            return None
        for test in (t for t in near if t.name.startswith("tests/unit/")):
            if spent > self.most / 3:
                break
            spent += 3 * test.took
            if not work.passes(test, watched=True):
                with open(os.path.join(TREE, place.file)) as source:
                    fine = self.built(work, self.library, place, source.read(), watch) and work.passes(test, watched=True)
                return test if fine else None
        return None

    def killer(self, work, place, text):
        """What fails with the change, and where; None: it survives, and how many tests reach it."""
        near, most = self.near(place)
        if near and not self.built(work, self.library, place, text):
            return "killed", "the build"
        spent, which = 0, f"{len(near)} tests"
        for number, test in enumerate(near):
            if spent > most:
                which = f"the {number} nearest of {which}"
                break
            spent += test.took
            if not work.passes(test) and self.is_sure(work, test):
                return "killed", test.name
        test = self.watched(work, place, text, near) if near else None
        if test:
            return "killed", f"{test.name}, ASan"
        for test in self.full:
            if near and not work.passes(test):
                return "in full", test.name
        return "SURVIVED", f"{which}, {self.who(place)}"

    def who(self, place):
        return f"none of which runs the line in {place.function}" if place.name in self.known and not any(
            place.name in t.reaches for t in self.tests) else f"which reach {place.function}"

    def is_sure(self, work, test):
        """Whether a test that was asked before the program changed passes without a change."""
        if not test.sure:
            test.sure, test.passed = True, work.run(test.command, 1200, work.environment(changed=False, forks=test.forks))
            if not test.passed:
                print(f"fails without any change, and is left out: {test.name}", flush=True)
        return test.passed

    def of(self, work, place):
        """What becomes of a change: a word for it, and more about it."""
        if place.is_decided_before() or place.key() in self.equal:
            return "equal", ""
        with open(os.path.join(TREE, place.file)) as source:
            text = source.read()
        changed = place.changed(text)
        try:
            word, more = self.killer(work, place, changed)
            if word == "SURVIVED" or more == "the build":
                if self.optimised(work, place, changed) in (None, self.unchanged(work, place, text)):
                    return "none", ""
            return word, more
        finally:
            work.empty()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--count", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--near", action="store_true", help="unit tests and cases of the command line only")
    options.add_argument("--full", action="store_true", help="the full suite for what survives the quick one")
    options.add_argument("--jvm", action="store_true", help="what of the agent runs in a JVM alone")
    options.add_argument("--only", action="append", help="all places of this file, or line: FILE or FILE:LINE")
    options.add_argument("--in", action="append", dest="below", help="draws from this file or folder: PATH")
    options.add_argument("--again", action="store_true", help="asks all tests what they reach")
    options.add_argument("--from", type=int, default=0, dest="first", help="begins with this one of them")
    options.add_argument("--most", type=float, default=60, help="s of CPU that the tests of one change may take")
    options.add_argument("--unreached", action="store_true", help="lists the places that no test reaches")
    options.add_argument("--at-once", type=int, default=os.cpu_count(), help="changes at a time")
    options = options.parse_args()
    os.nice(5)
    begin, cpu = time.monotonic(), os.times()
    files = copy_tree(TREE)
    commands = Commands()
    library = AGENT if options.jvm else TESTED
    # What is in both is judged without a JVM.
    judged = set(commands.compiles[library]) - set(commands.compiles[TESTED] if options.jvm else ())
    places = [p for p in all_places() if p.file in judged]
    if options.only:
        wanted = [o.partition(":") for o in options.only]
        chosen = [p for p in places if any(p.file == f and (not l or p.line == int(l)) for f, _, l in wanted)]
    else:
        chosen = [p for p in places if not options.below or is_below(p.file, options.below)]
    if not options.only and not options.unreached:
        chosen = drawn(chosen, options.count, options.seed)[options.first:]
    print(f"{len(chosen)} of {len(places)} places", flush=True)
    works = [Workshop(n) for n in range(options.at_once)]
    make = ["make", "-s", f"-j{options.at_once}"]
    if not (works[0].run([*make, *BUILT, "all", "unit"], cpu=36000) and works[0].run([*make, *SAYING, SAYS], cpu=36000)):
        print(f"the copy does not build: see {works[0].log}")
        return 2
    free = queue.SimpleQueue()
    for work in works:
        free.put(work)

    def each(do, items):
        """Does it with each item, in whichever folder is free."""
        def one(item):
            work = free.get()
            try:
                return do(work, item)
            finally:
                free.put(work)
        with concurrent.futures.ThreadPoolExecutor(len(works)) as pool:
            return list(pool.map(one, items))
    tests = agent_tests() if options.jvm else quick_tests(options.near)
    known = asked(tests, each, files, options.again)
    failing = [t for t in tests if not t.passed]
    for test in failing:
        print(f"fails without any change, and is left out: {test.name}", flush=True)
    if 10 * len(failing) > len(tests):
        return 2
    tests = [t for t in tests if t.passed]
    print(f"{len(tests)} tests take {sum(t.took for t in tests):.0f} s of CPU", flush=True)
    if options.unreached:
        reached = set().union(*(t.reaches for t in tests))
        for place in chosen:
            if place.name in known and place.name not in reached:
                print(place)
        return 0
    full = []
    if options.full:
        quick = suites("quick")
        full = [Test(n, c) for n, c in suites("full").items() if n not in quick and "tests/agent/" not in " ".join(c)]
    trial = Trial(commands, library, tests, full, options.most, set() if options.jvm else known, places)

    def try_out(work, place):
        since = time.monotonic()
        word, more = trial.of(work, place)
        print(f"{word:8} {place}   [{more or '-'}, {time.monotonic() - since:.0f} s]", flush=True)
        return word, place
    results = each(try_out, chosen)
    counts = collections.Counter(word for word, _ in results)
    print(f"\n{counts['killed']} killed, {counts['in full']} by the full suite alone, {counts['SURVIVED']} survived; "
          f"{counts['equal']} are equal, {counts['none']} no change; {time.monotonic() - begin:.0f} s, "
          f"{sum(os.times()[:4]) - sum(cpu[:4]):.0f} s of CPU")
    for word, place in results:
        if word == "SURVIVED":
            print(place.key())
    real = len(results) - counts["equal"] - counts["none"]
    return 1 if 10 * (counts["SURVIVED"] + counts["in full"]) > real else 0


if __name__ == "__main__":
    sys.exit(main())
