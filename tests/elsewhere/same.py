#!/usr/bin/env python3
"""A program built for another system against this machine's: standard output, error and exit code, byte for byte,
and the file written, of commands over recordings.

usage: same.py [--commands written|all] [--corpus] NAME PROGRAM...    PROGRAM is called as jfrtool is: "node dist/web/jfrtool.js"
       same.py [...] --store FILE                             sums of what this machine's says, for machines without it
       same.py --stored FILE NAME PROGRAM...

Ends with "N passed, N failed". JFRTOOL is this machine's."""
import argparse
import concurrent.futures
import contextlib
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from commands import all_commands  # noqa: E402

TOOL = os.environ.get("JFRTOOL", str(ROOT / "build" / "jfrtool"))
# Also what libraries are asked for: deflate, PCRE2, time zones, dates, formats.
QUICK = [["hot-methods"], ["overview", "--json"], ["events"], ["gc"], ["flame"], ["overview", "--json", "--jobs", "3"]]
MORE = [["profile", "--raw-names"], ["hot-methods", "--format", "csv"], ["hot-methods", "--include", "(?i)java[.]"],
        ["timeline", "--from", "10:00", "--to", "2040-01-01 00:00:00"], ["file", "check"], ["events", "--types"],
        ["export", "--to", "speedscope"], ["view", "hot-methods"],
        ["sql", "--query", "SELECT count(*), min(startTime) FROM ExecutionSample"]]
# What writes a file, which is compared as well: a database by what is in it, since its head names the library's version.
OUT = "{out}"
WRITTEN = [["page", "-q", "-o", OUT], ["page", "-q", "--jobs", "3", "-o", OUT], ["profile", "-o", OUT], ["flame", "-o", OUT], ["export", "--to", "chrome", "-o", OUT],
           ["file", "repair", "-o", OUT], ["file", "scrub", "-o", OUT], ["file", "cut", "--to", "5s", "-o", OUT],
           ["sql", "--save", OUT]]
# What needs a JVM, a terminal or an answer from somebody, writes where it is told to, or says what is this machine's.
NOT = {"record", "top", "jvms", "tui", "mcp", "version", "help", "generate", "history", "gate", "report", "repair", "scrub",
       "cut", "assemble", "disassemble", "merge", "diff", "sql", "view", "facts", "export", "page", "verify"}


def recordings(corpus):
    folders = [Path(os.environ.get("TESTDATA", ROOT / "testdata"))]
    if corpus:
        folders.append(Path(os.environ.get("CORPUS", ROOT.parent / "shared" / "corpus")) / "recordings")
    return [path for folder in folders for path in sorted(folder.rglob("*"))
            if path.is_file() and any(end in path.name for end in (".jfr", ".zip"))]


def commands(which):
    if which in ("quick", "written"):
        return QUICK if which == "quick" else WRITTEN
    every = [name.split() for name in all_commands(TOOL) if name.split()[0] not in NOT]
    return QUICK + MORE + WRITTEN + [one for one in every if one not in QUICK]


def answer(program, arguments, folder):
    """What it said on standard output and error, its exit code, the file it wrote and the names of what it left beside."""
    env = dict(os.environ, TZ="UTC", NO_COLOR="1", WINEDEBUG="-all", LC_ALL="C.UTF-8")
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "written"
        try:
            done = subprocess.run([*program, *[out if one == OUT else one for one in arguments]], cwd=folder, env=env,
                                  capture_output=True, timeout=600, check=False)
        except subprocess.TimeoutExpired:
            return b"", b"it did not end", None, b"", []
        return (done.stdout, done.stderr.replace(os.fsencode(out), b"written"), done.returncode, content(out),
                sorted(os.listdir(work)))


def content(file):
    if not file.is_file():
        return b""
    if not file.read_bytes().startswith(b"SQLite format 3"):
        return file.read_bytes()
    with contextlib.closing(sqlite3.connect(file)) as database:
        return "\n".join(database.iterdump()).encode()


def compare(task):
    program, command, path = task
    arguments = [*command, path.name]
    ours, theirs = (answer(one, arguments, path.parent) for one in ([TOOL], program))
    if ours == theirs:
        return None
    words = ("output", "words on stderr", "exit code", "file", "files left")
    what = [word for word, a, b in zip(words, ours, theirs) if a != b]
    a, b = (ours[3], theirs[3]) if ours[0] == theirs[0] else (ours[0], theirs[0])
    at = next((i for i, (one, other) in enumerate(zip(a, b)) if one != other), min(len(a), len(b)))
    return (f"{' '.join(arguments)}: another {' and '.join(what)}, {len(a)} and {len(b)} bytes, from byte {at} on; "
            f"exit {ours[2]} and {theirs[2]}; {theirs[1][-200:]!r} instead of {ours[1][-200:]!r}")


def sums(said):
    return [*[hashlib.sha256(said[i]).hexdigest() for i in (0, 1, 3)], said[2]]


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
    parser.add_argument("--commands", choices=("quick", "written", "all"), default="quick")
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
