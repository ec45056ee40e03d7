"""Counts what tests in Python find, and says it in the line that tests/run.sh reads."""
import os

passed = failed = skipped = 0


def drawn(paths):
    """Of recordings that are not part of the project those of DRAWN=DAY/PARTS (run.sh): each PARTSth, others each day."""
    day, parts = map(int, (os.environ.get("DRAWN") or "0/1").split("/"))
    return paths[day % parts::parts]


def check(name, problems):
    """problems: sentences; none is good."""
    global passed, failed
    if problems:
        failed += 1
        print(f"FAIL {name}")
        for problem in problems[:8]:
            print("    " + problem)
    else:
        passed += 1


def skip(why):
    global skipped
    skipped += 1
    print(f"skipped: {why}")


def finish():
    """Says how many there were; the exit code."""
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0
