"""Words that make a native reader stop are in no help, no answer and no document that users read.

usage: words.py [FILE...]    those files alone

One meaning, one word: what stands on the left is said as on the right.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish  # noqa: E402
from commands import all_commands  # noqa: E402

TOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
WORDS = (
    (r"(the program|jvm|threads|application|everything) (stood|stands?)( still)?\b", "paused"),
    (r"beside the program", "concurrently"),
    (r"which way the samples", "callers of a method"),
    (r"spends? its samples in", "callees of a method"),
    (r"the middle one|one of a hundred", "median, p99"),
    (r"as much as one independent", "effective sample size"),
    (r"of running loops", "OSR"),
    (r"taken back|\bgiven up\b", "revoked, deoptimized, bailouts"),
    (r"(was|were|is|are) asked for|nobody asked for|asked for by", "requested"),
    (r"processors' worth", "CPUs"),
    (r"what is counted|during what\b|\bwhat is shown\b(?! (is kept|is what|above))", "measure, rows, within events"),
    (r"taken are", "uses X if present"),
    (r"is judged by what it holds", "short recording: judged as is"),
    (r"lets no one|\bwas to be\b|\bis to be\b", "plain, active sentences"),
    (r"left by the filters", "matching the filters"),
    (r"given out|handed on\b", "printed, passed to"),
    (r"goes on (by|until|untouched|without|recording)|recording goes on|reading goes on", "continues"),
)
DOCUMENTS = ("README.md", "docs/cli.md", "docs/recipes.md", "docs/tutorial.md", "docs/rules.md", "docs/causes.md", "docs/json.md", "docs/ci.md", "docs/gate.md",
             "docs/agents.md", "docs/mcp.md", "docs/extending.md", "docs/viewers.md", "docs/fleet.md", "docs/python.md", "docs/sql.md")


def parts_of_commands():
    """(safepoints, gc --safepoints)...: commands that people call as parts of others."""
    text = subprocess.run([TOOL, "help", "--all"], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^  ((?:file|events|[a-z-]+) \S+(?: jfr)?)(?: \(([a-z-]+)\))?  ", text, re.M)
    return [(name or call.split()[-1].lstrip("-"), call) for call, name in rows if "METHOD" not in call]


def called_by_other_names(text, where, parts):
    names = "|".join(re.escape(name) for name, _ in parts)
    plain = re.sub(r"\s+", " ", text)
    return [f"{where}: ...{plain[max(0, m.start() - 40):m.end() + 20]}..." for m in re.finditer(rf"(?<![\w/-])jfrtool ({names})(?![\w-])", plain)]


def found_in(text, where):
    plain = re.sub(r"\s+", " ", text)
    return [f"{where}: ...{plain[max(0, m.start() - 40):m.end() + 20]}...: {better}" for pattern, better in WORDS for m in re.finditer(pattern, plain, re.I)]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def main():
    if sys.argv[1:]:
        check("files", [problem for path in sys.argv[1:] for problem in found_in(read(path), path)])
        return finish()
    problems, others, parts = [], [], parts_of_commands()
    check("parts of commands are known", [] if len(parts) >= 20 else parts)
    for name in all_commands(TOOL):
        text = subprocess.run([TOOL, "help", "--all", name], capture_output=True, text=True, check=False).stdout
        problems += found_in(text, f"help {name}")
        others += called_by_other_names(text, f"help {name}", parts)
    check("help says it plainly", problems)
    goldens = sorted(glob.glob(os.path.join(ROOT, "tests/cli/cases/*.std*")))
    check("help calls a part of a command by that command", others)
    check("answers call a part of a command by that command",
          [problem for path in goldens if "generate-" not in path for problem in called_by_other_names(read(path), os.path.basename(path), parts)])
    check("README calls a part of a command by that command", called_by_other_names(read("README.md"), "README.md", parts))
    check("answers say it plainly", [problem for path in goldens for problem in found_in(read(path), os.path.basename(path))])
    for path in DOCUMENTS:
        check(f"{path} says it plainly", found_in(read(path), path))
    check("a command under another name is found", [] if called_by_other_names("(jfrtool summary)", "x", parts) else ["it is not"])
    check("what is said badly is found", [] if found_in("The JVM stood still.", "x") else ["it is not"])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
