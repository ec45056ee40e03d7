"""docs/extending.md, step by step, in a copy of the sources.

    extending.py add DOCUMENT COPY         files and lines that it has are added
    extending.py run DOCUMENT COPY         its commands print what it shows
    extending.py --update DOCUMENT COPY    writes what they print into it

A file is named in backquotes above its block, as a paragraph of its own; "`FILE`, a line:" is one more line of a
list, at its end.
"""
import os
import re
import subprocess
import sys

FILE = re.compile(r"^`([^`]+)`(, a line)?:\n\n```[a-z]*\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def add(text, copy):
    for name, line, block in FILE.findall(text):
        path = os.path.join(copy, name)
        if line != "" and not os.path.exists(path) or line == "" and os.path.exists(path):
            sys.exit(f"{name}: a new file must not be there, a list has to")
        with open(path, "a" if line else "w", encoding="utf-8") as file:
            file.write(block)
    return 0


def printed(command, copy):
    environment = os.environ | {"PATH": os.path.dirname(os.environ["JFRTOOL"]) + ":" + os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb"}
    environment.pop("COLUMNS", None)
    done = subprocess.run(["bash", "-c", command], cwd=copy, env=environment, text=True, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr}"


def main():
    how, document, copy = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        text = file.read()
    if how == "add":
        return add(text, copy)
    passed = failed = 0

    def block(match):
        nonlocal passed, failed
        out = ""
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", match[1], re.M):
            found = "".join(line.rstrip() + "\n" for line in printed(command, copy).splitlines())
            out += f"$ {command}\n{found}"
            if found == shown:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {command}\n{found}the document shows:\n{shown}")
        return f"```console\n{out}```"

    text = CONSOLE.sub(block, text)
    if how == "--update":
        with open(document, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


sys.exit(main())
