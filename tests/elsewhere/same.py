#!/usr/bin/env python3
"""A program built for another system against this machine's: standard output, error and exit code, byte for byte,
of commands over recordings.

usage: same.py [--commands all] [--corpus] NAME PROGRAM...    PROGRAM is called as jfrtool is: "node dist/web/jfrtool.js"
       same.py [...] --store FILE                             sums of what this machine's says, for machines without it
       same.py --stored FILE NAME PROGRAM...

Ends with "N passed, N failed". JFRTOOL is this machine's."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from commands import all_commands  # noqa: E402

TOOL = os.environ.get("JFRTOOL", str(ROOT / "build" / "jfrtool"))
# Also what libraries are asked for: deflate, PCRE2, time zones, dates, formats.
QUICK = [["hot-methods"], ["overview", "--json"], ["events"], ["gc"], ["flame"]]
MORE = [["page"], ["profile", "--raw-names"], ["hot-methods", "--format", "csv"], ["hot-methods", "--include", "(?i)java[.]"],
        ["timeline", "--from", "10:00", "--to", "2040-01-01 00:00:00"], ["file", "check"], ["events", "--types"],
        ["export", "--format", "speedscope"], ["view", "hot-methods"],
        ["sql", "--query", "SELECT count(*), min(startTime) FROM ExecutionSample"]]
# What needs a JVM, a terminal or an answer from somebody, writes where it is told to, or says what is this machine's.
NOT = {"record", "top", "jvms", "tui", "mcp", "version", "help", "generate", "history", "gate", "report", "repair", "scrub",
       "cut", "assemble", "disassemble", "merge", "diff", "sql", "view", "facts", "export", "page", "verify", "whatif"}


def recordings(corpus):
    folders = [Path(os.environ.get("TESTDATA", ROOT / "testdata"))]
    if corpus:
        folders.append(Path(os.environ.get("CORPUS", ROOT.parent / "shared" / "corpus")) / "recordings")
    return [path for folder in folders for path in sorted(folder.rglob("*"))
            if path.is_file() and any(end in path.name for end in (".jfr", ".zip"))]


def commands(which):
    if which == "quick":
        return QUICK
    every = [name.split() for name in all_commands(TOOL) if name.split()[0] not in NOT]
    return QUICK + MORE + [one for one in every if one not in QUICK]


def answer(program, arguments, folder):
    env = dict(os.environ, TZ="UTC", NO_COLOR="1", WINEDEBUG="-all", LC_ALL="C.UTF-8")
    try:
        done = subprocess.run([*program, *arguments], cwd=folder, env=env, capture_output=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return b"", b"it did not end", None
    return done.stdout, done.stderr, done.returncode


def compare(task):
    program, command, path = task
    arguments = [*command, path.name]
    ours, theirs = (answer(one, arguments, path.parent) for one in ([TOOL], program))
    if ours == theirs:
        return None
    what = [word for word, a, b in zip(("output", "words on stderr", "exit code"), ours, theirs) if a != b]
    at = next((i for i, (a, b) in enumerate(zip(ours[0], theirs[0])) if a != b), min(len(ours[0]), len(theirs[0])))
    return (f"{' '.join(arguments)}: another {' and '.join(what)}, {len(ours[0])} and {len(theirs[0])} bytes, from byte {at} on; "
            f"exit {ours[2]} and {theirs[2]}; {theirs[1][-200:]!r} instead of {ours[1][-200:]!r}")


def sums(said):
    return [hashlib.sha256(said[0]).hexdigest(), hashlib.sha256(said[1]).hexdigest(), said[2]]


def store(file, tasks):
    answers = {json.dumps([*command, path.relative_to(ROOT).as_posix()]): sums(answer([TOOL], [*command, path.name], path.parent))
               for _, command, path in tasks}
    Path(file).write_text(json.dumps(answers, indent=1) + "\n")


def compare_stored(file, program):
    """The tasks that are wrong, and how many there were."""
    answers, wrong = json.loads(Path(file).read_text()), []
    for said, wanted in answers.items():
        *command, name = json.loads(said)
        got = answer(program, [*command, Path(name).name], (ROOT / name).parent)
        if sums(got) != wanted:
            wrong.append(f"{said}: exit {got[2]}, {got[1][-200:]!r}")
    return wrong, len(answers)


def compare_all(tasks):
    with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        return [text for text in pool.map(compare, tasks) if text], len(tasks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--commands", choices=("quick", "all"), default="quick")
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="of the recordings only each so manieth")
    parser.add_argument("--store")
    parser.add_argument("--stored")
    parser.add_argument("name", nargs="?", default="")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    program = [str(Path(part).resolve()) if Path(part).exists() else part for part in options.program]
    tasks = [(program, command, path) for path in recordings(options.corpus)[::options.every]
             for command in commands(options.commands)]
    if options.store:
        return store(options.store, tasks)
    if options.stored:
        wrong, count = compare_stored(options.stored, program)
    else:
        wrong, count = compare_all(tasks)
    for text in wrong:
        print(f"{options.name}: {text}")
    print(f"{options.name}: {count - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong)


sys.exit(main())
