#!/usr/bin/env python3
"""Gains that experiments foretell, beside what the program's really doing less brings in the same run.

Programs of bench/whatif in each JDK that is found; what they are told to do less, and what is only virtually so, are
windows that are shuffled with each other. By those of Programs.java settings were chosen, by Trials.java none, and
Unseen.java was written after all of them, so that rules could be changed only for kinds that it showed. Those of
Later.java were written after all rules and settings were fixed; by them only the looks before the first window were
changed. A program of which the machine leaves fewer than ten clean windows a figure is skipped, and that is said:
nothing can be foretold where others take the processors.

  tests/whatif/run.py [--time SECONDS] [--jdk 17] [PROGRAM...]      lock, Trials.lock, Later (all of a class)

Environment: JFRTOOL, JFRAGENT.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tests/agent"))
from checks import check, finish, skip  # noqa: E402
import jvms  # noqa: E402

KEEP = os.environ.get("KEEP")  # a folder for the recordings
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
CHOSE = ("pipe", "off", "queue", "lock", "barrier")  # by which settings were looked at
OTHERS = ("naps", "reentrant", "stages", "turns", "uneven", "mostly", "seldom", "twice", "wait", "bursts")
REFUSED = {"paced": ("paced",), "crowd": ("processors",),
           "Unseen.many": ("costly",), "Unseen.acceptors": ("costly",), "Unseen.unixes": ("processors",)}
THIRD = ("pipe", "off", "stages", "twice")  # in which the method third does something
WORDS, SCORE, RENDER = ("Lexer.words", "Trials.cutA"), ("Model.score", "Trials.cutB"), ("Writer.render", "Trials.cutC")
PARSE, LINES, SORT = ("Json.parse", "Later.cutParse"), ("Log.lines", "Later.cutLines"), ("Team.sort", "Later.cutSort")
PACK, ROWS, ADD = ("Packer.pack", "Later.cutPack"), ("Page.rows", "Later.cutRows"), ("Tally.add", "Later.cutAdd")
DISTANCE, SHORTEST = ("Typos.distance", "Later.cutDistance"), ("Town.shortest", "Later.cutShortest")
SIGN = ("Seal.sign", "Later.cutSign")
SHAPES = {  # whose point of progress is Trials.served: the methods, and which field cuts each
    "Trials": {
        "pipe": (WORDS, SCORE, RENDER), "off": (WORDS, SCORE, RENDER), "queue": (WORDS, SCORE), "lock": (WORDS, SCORE),
        "barrier": (WORDS, SCORE), "virtual": (WORDS, SCORE, RENDER), "http": (WORDS, SCORE, RENDER), "httpd": (WORDS, SCORE),
        "callers": (WORDS, SCORE, RENDER), "chain": (WORDS, SCORE), "inlined": (("Hash.mix", "Trials.cutA"), SCORE)},
    "Unseen": {
        "accept": (WORDS, SCORE, RENDER), "acceptd": (WORDS, SCORE), "handed": (WORDS, SCORE), "acceptors": (WORDS, SCORE),
        "many": (WORDS, SCORE), "unixes": (WORDS, SCORE), "unix": (WORDS, SCORE), "forkjoin": (WORDS, SCORE),
        "stamped": (WORDS, SCORE), "futures": (WORDS, SCORE), "mailbox": (WORDS, SCORE), "ring": (WORDS, SCORE, RENDER),
        "exchange": (WORDS, SCORE, RENDER), "readers": (WORDS, SCORE), "vlocks": (WORDS, SCORE)},
    "Later": {
        "phases": (PARSE, LINES, SORT), "scatter": (PACK, SHORTEST, SORT), "bucket": (DISTANCE, ROWS),
        "priority": (SHORTEST, LINES, ADD), "batches": (LINES, SORT, PACK), "stream": (DISTANCE, SORT, PACK),
        "journal": (SIGN, PARSE), "loop": (PARSE, ADD, ROWS), "memo": (SHORTEST, LINES, PACK), "permits": (ADD, PARSE)}}
VIRTUAL = ("virtual", "Trials.virtual", "Unseen.vlocks", "Later.permits")  # need virtual threads
ALL = CHOSE + OTHERS + ("paced", "crowd", "virtual") + tuple(f"{main}.{one}" for main, of in SHAPES.items() for one in of)
SKIPPED = ("busy", "too_short", "unsure", "collections")
# Asks a service as fast as it answers, by one connection.
CLIENT = """
import socket, sys
s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
while True:
    s.sendall(b"GET /x HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
    got = b""
    while b"\\r\\n\\r\\n" not in got or len(got.split(b"\\r\\n\\r\\n", 1)[1]) < int(got.lower().split(b"content-length:")[1].split()[0]):
        piece = s.recv(65536)
        if not piece: sys.exit()
        got += piece
"""
# The same of those that take one byte for another: by a connection for each request, or by 40 in turn.
BYTES = """
import socket, sys
there, asks = ("127.0.0.1", int(sys.argv[1])), 0
def connect():
    s = socket.create_connection(there)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return s
kept = [connect() for _ in range(int(sys.argv[2]))]
while True:
    s = kept[asks % len(kept)] if kept else connect()
    s.sendall(bytes([asks & 127]))
    if not s.recv(1): sys.exit()
    if not kept: s.close()
    asks += 1
"""
CLIENTS = {"httpd": [CLIENT], "acceptd": [BYTES, "0"], "handed": [BYTES, "0"], "acceptors": [BYTES, "0"],
           "many": [BYTES, "40"]}


def parts(program):
    """Its class, its argument, the point of progress, and (method, field that cuts it)."""
    name, shape = program.rpartition(".")[::2]
    if name:
        return name, shape, "Trials.served", SHAPES[name][shape]
    methods = ["first", "second"] + (["third"] if program in THIRD else [])
    point = "Programs.doneByMany" if program in ("twice", "crowd") else "Programs.done"
    return "Programs", program, point, [(f"Programs.{m}", f"Programs.cut{i}") for i, m in enumerate(methods)]


def experiment(jdk, classes, program, seconds):
    """The answer of jfrtool whatif --json about that program; None: there is none."""
    main, argument, point, methods = parts(program)
    command = [os.path.join(jdk, "bin/java"), "-XX:+UseSerialGC", "-Xmn256m", "-cp", classes, main, argument]
    client = None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as jvm:
        try:
            if argument in CLIENTS:
                code, *more = CLIENTS[argument]
                client = subprocess.Popen([sys.executable, "-c", code, jvm.stdout.readline().decode().strip(), *more])
            time.sleep(2)  # until it is compiled
            tool = [JFRTOOL, "whatif", str(jvm.pid), "--json", "--quiet", "--whole-time", "--timeout", "60s", "--time", f"{seconds}s",
                    "--progress", point, "--cuts", ";".join(cut for _, cut in methods)]
            for method, _ in methods:
                tool += ["--method", method]
            if KEEP:
                tool += ["--keep", os.path.join(KEEP, f"{main}.{argument}-{jvms.release(jdk)}.jfr")]
            out = subprocess.run(tool, capture_output=True, text=True)
            check(f"{program}: the program goes on", [] if jvm.poll() is None else ["it has ended"])
            if out.returncode != 0:
                check(f"{program}: an answer", [out.stderr])
                return None
            return json.loads(out.stdout)
        finally:
            if client:
                client.kill()
                client.wait()
            jvm.kill()


def compare(name, answer, seen):
    """Adds (gain foretold, its interval, the real one) of each method."""
    points = {(p["method"].rpartition(".")[2], p["real"]): p for p in answer["points"]}
    rows = []
    for (method, real), point in sorted(points.items()):
        other = points.get((method, True))
        if real or not other or point["gain_percent"] is None or other["gain_percent"] is None:
            continue
        rows.append((point["gain_percent"], other["gain_percent"], point["low"], point["high"], other["low"], other["high"]))
        seen.append((name, method) + rows[-1])
        print(f"  {name} {method}: foretold {point['gain_percent']:+.1f} [{point['low']:+.1f}, {point['high']:+.1f}], "
              f"really {other['gain_percent']:+.1f} [{other['low']:+.1f}, {other['high']:+.1f}]", flush=True)
    # Where real gains are apart by more than both intervals are wide, so is what was foretold.
    for a in rows:
        for b in rows:
            if a[1] > b[1] + 5:
                check(f"{name}: the order of methods", [] if a[0] > b[0] else [f"{a} {b}"])


def errors_apart(row):
    """Whether the real gain is not what was foretold, by the intervals of both (Zou and Donner)."""
    foretold, real, low, high, real_low, real_high = row[2:]
    reach = (high - foretold, real - real_low) if real > foretold else (foretold - low, real_high - real)
    return abs(real - foretold) > (reach[0] ** 2 + reach[1] ** 2) ** 0.5


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--time", type=int, default=40)
    options.add_argument("--jdk")
    options.add_argument("programs", nargs="*")
    given = options.parse_args()
    unknown = set(given.programs) - set(ALL) - set(SHAPES)
    if unknown:
        options.error(f"no such program: {', '.join(sorted(unknown))}")
    programs = [p for p in ALL if not given.programs or p in given.programs or p.partition(".")[0] in set(SHAPES) & set(given.programs)]
    seen = []
    with tempfile.TemporaryDirectory() as folder:
        found = [jdk for jdk in jvms.jdks() if not given.jdk or str(jvms.release(jdk)) == given.jdk]
        if not found:
            skip("no JDK")
            return finish()
        subprocess.run([os.path.join(found[0], "bin/javac"), "--release", "11", "-nowarn", "-d", folder,
                        *(os.path.join(ROOT, f"bench/whatif/{name}.java") for name in ("Programs", *SHAPES))], check=True)
        for jdk in found:
            for program in programs:
                if program in VIRTUAL and jvms.release(jdk) < 21:
                    continue
                name = f"{program} {jvms.release(jdk)}"
                answer = experiment(jdk, folder, program, given.time)
                if not answer:
                    continue
                refused, control = answer["refused"], answer["control"]
                print(f"{name}: refused {refused}, control {control}, clean {answer['clean_windows']} of "
                      f"{answer['windows']}, waits {answer['waited_percent']}, rate {answer['progress_per_second']}, "
                      f"stretch {answer['stretch_ns']}, delay {answer['delay_ns']}", flush=True)
                if program in REFUSED:
                    if refused in ("too_short", "unsure"):
                        skip(f"{name}: {refused}")
                    else:
                        check(f"{name}: refused", [] if refused in REFUSED[program] + ("busy",) else [str(refused)])
                elif refused in SKIPPED:
                    skip(f"{name}: {answer['reason']}")
                else:
                    check(f"{name}: answered", [refused] if refused else [])
                    compare(name, answer, seen)
    if seen:
        errors = sorted(abs(row[2] - row[3]) for row in seen)
        near = sum(e <= 5 for e in errors)
        held = sum(row[4] <= row[3] <= row[5] for row in seen)
        # What is real was measured, too: both intervals together say whether they are apart.
        apart = sum(errors_apart(row) for row in seen)
        print(f"{len(seen)} gains: median error {errors[len(errors) // 2]:.1f}, within 5 points {near}, "
              f"in the interval {held}, apart by more than both intervals say {apart}")
        check("within 5 points, nine of ten", [] if near * 10 >= len(errors) * 9 else [str(errors)])
    return finish()


sys.exit(main())
