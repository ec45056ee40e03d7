"""The JVMs that the agent is tested in, and how it is run in them."""
import contextlib
import functools
import glob
import math
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
AGENT = os.environ.get("JFRAGENT", os.path.join(ROOT, "build", "libjfragent.so"))
MODE = sys.argv[1] if len(sys.argv) > 1 else "quick"
LONG = MODE != "quick"
PATIENCE = int(os.environ.get("PATIENCE", "300"))  # s; no machine is so slow: only what hangs is waited for so long
SOAK_SECONDS = int(os.environ.get("SOAK_SECONDS", "30"))  # of each stress of soak
TEMP = tempfile.TemporaryDirectory(prefix="jfragent-")


def jdks():
    found = {}
    for home in [os.environ.get("JAVA_HOME")] + sorted(glob.glob("/usr/lib/jvm/*")):
        if home and os.path.exists(f"{home}/bin/jfr") and os.path.exists(f"{home}/bin/javac"):
            found.setdefault(os.path.realpath(home), home)
    return list(found)


@functools.cache
def release(jdk):
    """Its number: 17, 25."""
    said = subprocess.run([f"{jdk}/bin/java", "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.match(r"\d+", said.split()[1])[0])


def path(name):
    return os.path.join(TEMP.name, name)


def java(jdk, options, main, *args, flags=(), check=True, until=(), agent=AGENT):
    """Runs a workload with the agent; returns its output.

    until: what to wait for, functions of the process: after each but the last the workload is sent a line,
    after the last its standard input ends. It is to end then, or whenever it likes if there are none.
    """
    conditions = list(until) if isinstance(until, (list, tuple)) else [until]
    written = [o[5:] for o in options.split(",") if o.startswith("file=")]
    for file in written:
        if os.path.exists(file):
            os.unlink(file)  # a condition is not to be met by the run before
    with tempfile.TemporaryFile("w+") as said:
        child = subprocess.Popen([f"{jdk}/bin/java", "-Xmx512m", *flags, f"-agentpath:{agent}={options}",
                                  "-cp", TEMP.name, main, *map(str, args)], text=True,
                                 stdin=subprocess.PIPE, stdout=said, stderr=subprocess.STDOUT)
        try:
            for i, condition in enumerate(conditions):
                wait_for(lambda now=condition: child.poll() is not None or now(child), main)
                if i + 1 < len(conditions) and child.poll() is None:
                    child.stdin.write("\n")
                    child.stdin.flush()
            child.stdin.close()
            child.wait(PATIENCE)
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
        said.seek(0)
        output = said.read()
    if "-Xcheck:jni" in flags:  # where the JVM walks, which is said
        output = "".join(line for line in output.splitlines(True) if "walked by AsyncGetCallTrace" not in line)
    if check:
        assert child.returncode == 0, f"{main} ended with {child.returncode}: {output[-2000:]}"
        return output
    return subprocess.CompletedProcess(child.args, child.returncode, output)


def in_any_jvm(test):
    """Marks a test of what is the agent's or the program's own doing, the same in every JVM: where there are
    several, the quick form runs it in one of them."""
    test.in_any_jvm = True
    return test


def wait_for(condition, what):
    """Until it is true; what never is ends with a sentence. what: a text, or a function that says more."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() >= end:
            raise AssertionError(f"{what() if callable(what) else what}: after {PATIENCE} s there is not what is "
                                 "waited for")
        time.sleep(0.1)


@contextlib.contextmanager
def on_processors(count):
    """What is started in here may use so many processors; all if None."""
    all_of_them = os.sched_getaffinity(0)
    if count:
        os.sched_setaffinity(0, sorted(all_of_them)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)


def cpu(out):
    """Thread -> its CPU time in ns, by what a workload printed (Until.printCpu)."""
    lines = [line.split(" ", 2) for line in out.splitlines() if line.startswith("cpu ")]
    return {name: int(ns) for _, ns, name in lines}


def chance(n, share):
    """Three standard deviations of a share seen in n samples, in points."""
    return 300 * math.sqrt(share * (1 - share) / max(n, 1))
