#!/usr/bin/env python3
"""The agent in real JVMs, with workloads whose answer is known.

Usage: tests/agent/run.py [quick|full|soak] [NAME...]

Every JDK under /usr/lib/jvm and JAVA_HOME is tested, or the homes in AGENT_JVMS, separated by colons,
which may be JREs; without a JDK, all is skipped. In the quick form, what is the same in every JVM is tested in
one of them, in turns. What was recorded is read with the JDK's own jfr, and with jfrtool.

Nothing here depends on who has a processor when: a workload runs until the recording has what the test
needs, and what was sampled is compared with what the workload says of itself: the CPU time of its
threads, how long it slept and waited, what it allocated. Bounds of shares are those of the
specification, widened by what chance explains at the number of samples that came. How long things take
is measured by soak (times.py).
"""
import glob
import os
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import beside_jfr
import control
import cputime
import harm
import live
import modes
import sampling
import starting
import times
import walking
from jvms import AGENT, HERE, LONG, MODE, TEMP, jdks

ONLY = sys.argv[2:]
results = {"passed": 0, "failed": 0, "skipped": 0}


def children_cpu():
    """Processor time of all that was run and has ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def attempt(name, test, jdk, last=False):
    """Runs the test and says how it went. What fails has a second try in fresh JVMs, which counts: who
    had a processor when is not the agent's. Both are printed."""
    begin, spent = time.time(), children_cpu()
    try:
        said, passed = test(jdk) or "", True
    except Exception as e:  # whatever it is, it is this test's
        said, passed = f"{type(e).__name__}: {e}", False
    print(f"{os.path.basename(jdk)} {name}: {'ok' if passed else 'FAILED'} {said}"
          f" ({time.time() - begin:.0f} s, {children_cpu() - spent:.0f} s of CPU)", flush=True)
    if not passed and not last:
        return attempt(name, test, jdk, last=True)
    return "passed" if passed else "failed"


def main():
    found = jdks()
    if not found or not os.path.exists(AGENT):
        print("skipped: no JDK, or libjfragent.so is not built")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    oldest = found[0]
    found = [home for home in os.environ.get("AGENT_JVMS", "").split(":") if home] or found
    subprocess.run([f"{oldest}/bin/javac", "--release", "11", "-Xlint:-options", "-d", TEMP.name,
                    *glob.glob(os.path.join(HERE, "*.java"))], check=True)
    tests = [(name[5:], f) for module in (sampling, modes, starting, control, beside_jfr, live, cputime, walking, harm)
             for name, f in vars(module).items() if name.startswith("test_")]
    if MODE == "soak":
        tests = [t for t in tests if t[0] in ("stress", "killed")]
        tests += [(name[8:], f) for name, f in vars(times).items() if name.startswith("measure_")]
    part, parts = map(int, os.environ.get("AGENT_PART", "0/1").split("/"))  # each so many-th of them
    tests = tests[part::parts]
    in_turns = 0 if LONG or ONLY or "AGENT_JVMS" in os.environ else len(found)
    for number, jdk in enumerate(found):
        for place, (name, test) in enumerate(tests):
            elsewhere = in_turns and hasattr(test, "in_any_jvm") and place % in_turns != number
            if not elsewhere and (not ONLY or name in ONLY):
                results[attempt(name, test, jdk)] += 1
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**results))
    return results["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
