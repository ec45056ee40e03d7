#!/usr/bin/env python3
"""The recipes of docs/recipes.md and the steps of docs/tutorial.md give what the documents show.

    recipes.py             runs each command and compares; ends with "N passed, N failed"
    recipes.py --update    writes what they print into the documents

A block of console has commands (lines that begin with "$ ") and what they print; a line "..." stands for
any lines. Which recordings of testdata the names stand for, a comment above the block says:
<!-- rec.jfr: native-17.jfr, before.jfr: shares-17.jfr -->. Only standard output counts, and the first
lines of long ones are kept."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENTS = [os.path.join(ROOT, "docs", name) for name in ("recipes.md", "tutorial.md")]
DATA = os.path.abspath(os.environ.get("TESTDATA", os.path.join(ROOT, "testdata")))
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
KEPT = 13
BLOCK = re.compile(r"<!-- (.*?) -->\n```console\n(.*?)^```$", re.M | re.S)


def environment():
    unset = ("COLUMNS", "LINES", "NO_COLOR", "PAGER", "JFRTOOL_COLORS")
    values = {key: value for key, value in os.environ.items() if key not in unset}
    return values | {"PATH": os.path.dirname(TOOL) + ":" + os.environ["PATH"], "TERM": "dumb", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def place(names, folder):
    for part in names.split(", "):
        name, source = part.split(": ")
        target = os.path.join(DATA, source)
        assert os.path.exists(target), f"{source} is not in testdata"
        link = os.path.join(folder, name)
        os.makedirs(os.path.dirname(link), exist_ok=True)
        os.symlink(target, link)


def commands(block):
    """[(command, lines shown)]"""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def fits(shown, printed):
    """Is what was printed what the document shows? Spaces at the ends of lines do not count."""
    pattern = "".join(".*?" if line == "..." else re.escape(line.rstrip()) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed), re.S) is not None


def main():
    update = sys.argv[1:] == ["--update"]
    passed = failed = 0

    def block(match):
        nonlocal passed, failed
        lines = []
        with tempfile.TemporaryDirectory(prefix="jfrtool-recipes.") as folder:
            place(match[1], folder)
            for command, shown in commands(match[2]):
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment(), text=True, timeout=300,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
                printed = done.stdout.splitlines()
                if update:
                    kept = printed if len(printed) <= KEPT + 2 else printed[:KEPT] + ["..."]
                    lines += ["$ " + command] + [line.rstrip() for line in kept]
                elif fits(shown, printed) and done.returncode in (0, 1):
                    passed += 1
                else:
                    failed += 1
                    print(f"FAIL {command}\nexit code {done.returncode}\n{done.stderr}{done.stdout}"
                          f"the document shows:\n" + "\n".join(shown))
        return f"<!-- {match[1]} -->\n```console\n" + "\n".join(lines) + "\n```"

    for document in DOCUMENTS:
        with open(document, encoding="utf-8") as file:
            text = BLOCK.sub(block, file.read())
        if update:
            with open(document, "w", encoding="utf-8") as file:
                file.write(text)
    if update:
        return 0
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


sys.exit(main())
