"""What each kind of work costs, as processor time beside hot-methods of the same recording, written
whole into docs/performance.md between its two marks.

usage: ratios.py RECORDINGS-DIRECTORY [--runs N] [--only REGEX] [--print]

Each command takes turns with hot-methods, so that whatever else the machine does hits both; the
least of the runs counts, user and system together, and the private memory of one more run. What has
two threads is measured by the clock, likewise in turns. What is not measured, because --only says so
or the recording is not there, stays in the page as it was measured last.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TOOL = os.path.join(ROOT, "build", "jfrtool")
PEAK = os.path.join(ROOT, "build", "peak")
PAGE = os.path.join(ROOT, "docs", "performance.md")
BEGIN, END = "<!-- ratios -->", "<!-- /ratios -->"

# what, recording, what is asked for (times hot-methods; None: nothing), arguments; {out}: a file
WORK = [
    ("`exceptions`", "service", 6, "exceptions"),
    ("`locks`", "service", 2.5, "locks"),
    ("`allocations`", "service", 2.5, "allocations"),
    ("`gc`", "service", 2.5, "gc"),
    ("`io`", "service", 2.5, "io"),
    ("`overview`", "service", 4, "overview"),
    ("`rules`", "service", 4, "rules"),
    ("`facts`", "service", 4, "facts"),
    ("`events --by` a class", "service", 5, "events jdk.JavaExceptionThrow --by thrownClass"),
    ("`events --by` a path", "service", 5, "events jdk.FileRead --by path"),
    ("`events --by` the top frame", "service", 5,
     "events jdk.JavaExceptionThrow --by stackTrace.topFrame"),
    ("`sql`: count", "service", 1.5, "sql -q {file} SELECT~count(*)~FROM~JavaExceptionThrow"),
    ("`sql`: a text", "service", 6,
     "sql -q {file} SELECT~thrownClass,count(*)~FROM~JavaExceptionThrow~GROUP~BY~1"),
    ("`overview -o page.html`", "service", None, "overview -o {out}.html"),
    ("`overview -o page.html`", "million", None, "overview -o {out}.html"),
    ("`overview`", "million", 4, "overview"),
    ("`facts`", "million", 4, "facts"),
    ("`profile`", "million", 4, "profile -o {out}.pb.gz"),
    ("`diff` of two", "million", 3, "diff {file}"),
    ("`cut` of a third", "service", 2.5, "cut --from 5s --to 15s -o {out}.jfr"),
    ("`check`", "service", None, "check"),
    ("`summary`", "service", 1.1, "summary"),
    ("`exceptions`", "stacks", 6, "exceptions"),
    ("`overview`", "stacks", 4, "overview"),
    ("`overview`", "events", 4, "overview"),
]
# by the clock, two threads beside one, of a recording of one chunk
SHARED = [
    ("`hot-methods`", "million", "hot-methods"),
    ("`flame`", "million", "flame -o /dev/null"),
    ("`exceptions`", "one", "exceptions"),
]


def command_of(work, file, out, jobs):
    arguments = [a.replace("~", " ").format(file=file, out=out) for a in work.split()]
    named = any(a == file for a in arguments) and arguments[0] == "sql"
    if arguments[0] not in ("sql", "cut"):
        arguments += ["--jobs", str(jobs)]
    if arguments[0] not in ("sql",):
        arguments += ["--quiet"]
    return [TOOL] + arguments + ([] if named else [file])


def run(command):
    """Processor and wall seconds; None where the command fails."""
    begin = time.perf_counter()
    with open(os.devnull, "w", encoding="utf-8") as null:
        child = subprocess.Popen(command, stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        return None
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begin


def private_mb(command, directory):
    if not os.access(PEAK, os.X_OK):
        return None
    file = os.path.join(directory, "peak")
    subprocess.run([PEAK, file] + command, check=False, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(file, encoding="utf-8") as f:
        return int(f.read().split()[1]) / 1024


def one_chunk(recordings, directory):
    """The third chunk of the service's recording as a recording of its own."""
    source = os.path.join(recordings, "service.jfr")
    out = os.path.join(directory, "one.jfr")
    if not os.path.exists(source):
        return out
    with open(source, "rb") as f:
        for i in range(3):
            at = f.tell()
            head = f.read(16)
            size = int.from_bytes(head[8:16], "big")
            f.seek(at)
            if i == 2:
                with open(out, "wb") as chunk:
                    chunk.write(f.read(size))
            f.seek(at + size)
    return out


def shown(seconds):
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def row_before(page, what, name):
    """What the page says of it, as a list of one row or none."""
    return [line for line in page.splitlines() if line.startswith(f"| {what} | {name} |")][:1]


def ratio_rows(args, files, directory, page):
    for what, name, asked, work in WORK:
        file = files.get(name)
        if not file or not re.search(args.only, f"{name} {work}"):
            yield from row_before(page, what, name)
            continue
        out = os.path.join(directory, "out")
        base, command = command_of("hot-methods", file, out, 1), command_of(work, file, out, 1)
        least = [float("inf"), float("inf")]
        for _ in range(args.runs):
            for i, each in enumerate((base, command)):
                took = run(each)
                if took:
                    least[i] = min(least[i], took[0])
        if float("inf") in least:
            yield f"| {what} | {name} | fails | | | |"
            continue
        memory = private_mb(command, directory)
        yield (f"| {what} | {name} | {shown(least[1])} | {least[1] / least[0]:.1f} | "
               f"{'' if asked is None else asked} | {'' if memory is None else f'{memory:.0f} MB'} |")


def shared_rows(args, files, page):
    for what, name, work in SHARED:
        file = files.get(name)
        if not file or not re.search(args.only, f"two {name} {work}"):
            yield from row_before(page, what, name)
            continue
        least = [float("inf"), float("inf")]
        for _ in range(args.runs):
            for i in range(2):
                took = run(command_of(work, file, "", i + 1))
                if took:
                    least[i] = min(least[i], took[1])
        yield (f"| {what} | {name} | {shown(least[0])} | {shown(least[1])} | "
               f"{least[1] / least[0]:.2f} | 0.65 |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("recordings")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default=".")
    parser.add_argument("--print", action="store_true", dest="prints")
    args = parser.parse_args()
    with open(PAGE, encoding="utf-8") as f:
        before, rest = f.read().split(BEGIN, 1)
    ratios, shared = rest.split(END, 1)[0].split("one thread", 1)
    with tempfile.TemporaryDirectory() as directory:
        files = {name: os.path.join(args.recordings, name + ".jfr")
                 for name in ("service", "events", "stacks", "million")}
        files["one"] = one_chunk(args.recordings, directory)
        files = {name: file for name, file in files.items() if os.path.exists(file)}
        lines = ["| what | recording | processor time | times `hot-methods` | asked | private |",
                 "|---|---|---|---|---|---|"]
        lines += ratio_rows(args, files, directory, ratios)
        lines += ["", "| what | recording | one thread | two, by the clock | ratio | asked |",
                  "|---|---|---|---|---|---|"]
        lines += shared_rows(args, files, shared)
    table = "\n".join(lines)
    if args.prints:
        print(table)
        return
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END, 1)[1]}")


if __name__ == "__main__":
    main()
