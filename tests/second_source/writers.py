"""Our figures against those of JDK Mission Control's parser, for recordings of many writers.

$CORPUS/writers/NAME.jfr.zst and $CORPUS/writers/expected/NAME.{hot,events}.tsv, hidden frames
included. Without the folder the test says so and is skipped. The lay-*.jfr.zst say the same in
different layouts: every report of them must be that of lay-base.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402
from corpus import (CORPUS, event_problems, expected_events, expected_hot, hot_problems,  # noqa: E402
                    run)

# What the layouts leave as it is: all but where something lies.
LAYOUTS = ("stackInline", "methodInline", "classInline", "threadInline", "allInline", "framesCp",
           "stateString", "tNs", "tMs")
REPORTS = (("hot-methods", "--by", "line", "--frame-type", "--top", "0"),
           ("threads", "--each"),
           ("timeline",),
           ("hot-methods", "--thread", "j0", "--state", "runnable", "--from", "1s"),
           ("hot-methods", "--event", "lock", "--measure", "value"))


def report(path, options):
    done = run(options[0], "--quiet", "--json", *options[1:], path)
    # JSON names the recording
    return f"exit {done.returncode}: {done.stderr}\n" + re.sub(r"lay-\w+\.jfr\.zst", "", done.stdout)


def twin_problems(path):
    """Six event types of one name, of six class loaders."""
    done = run("hot-methods", "--event", "test.Twin", path)
    return [] if "90 samples of test.Twin in" in done.stdout else [done.stdout, done.stderr]


def thread_problems(path):
    """The sampled threads, not the one that the event says it is of."""
    done = run("threads", "--each", "--quiet", "--json", path)
    mine = {t["name"]: t["samples"] for t in json.loads(done.stdout)["threads"]}
    return [] if mine == {f"t\u00e9 {i}": 225 for i in range(4)} else [mine]


def main():
    folder = os.path.join(CORPUS, "writers")
    if not os.path.isdir(folder):
        skip(f"no recordings of other writers at '{folder}': set CORPUS to a folder with writers/")
        return finish()
    for file in sorted(os.listdir(folder)):
        if not file.endswith(".jfr.zst"):
            continue
        base, path = file.removesuffix(".jfr.zst"), os.path.join(folder, file)
        expected = os.path.join(folder, "expected", base)
        check(f"{base}: event counts as in JMC",
              event_problems(path, expected_events(expected + ".events.tsv")))
        if os.path.exists(expected + ".hot.tsv"):
            check(f"{base}: hot methods as in JMC",
                  hot_problems(path, *expected_hot(expected + ".hot.tsv"), "--hidden"))
    check("25-twins: events of all six types of one name are counted",
          twin_problems(os.path.join(folder, "25-twins.jfr.zst")))
    check("jmcw-1: samples are the sampled threads', as in JMC",
          thread_problems(os.path.join(folder, "jmcw-1.jfr.zst")))
    for options in REPORTS:
        usual = report(os.path.join(folder, "lay-base.jfr.zst"), options)
        for layout in LAYOUTS:
            found = report(os.path.join(folder, f"lay-{layout}.jfr.zst"), options)
            check(f"lay-{layout}: {' '.join(options)} as of lay-base",
                  [] if found == usual else [usual, found])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
