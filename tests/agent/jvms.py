"""The JVMs that the agent is tested in, and how it is run in them."""
import glob
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
AGENT = os.environ.get("JFRAGENT", os.path.join(ROOT, "build", "libjfragent.so"))
MODE = sys.argv[1] if len(sys.argv) > 1 else "quick"
LONG = MODE != "quick"
SOAK_SECONDS = int(os.environ.get("SOAK_SECONDS", "30"))  # of each stress of soak
TEMP = tempfile.TemporaryDirectory(prefix="jfragent-")


def jdks():
    found = {}
    for home in [os.environ.get("JAVA_HOME")] + sorted(glob.glob("/usr/lib/jvm/*")):
        if home and os.path.exists(f"{home}/bin/jfr") and os.path.exists(f"{home}/bin/javac"):
            found.setdefault(os.path.realpath(home), home)
    return list(found)


def path(name):
    return os.path.join(TEMP.name, name)


def java(jdk, options, main, *args, flags=(), timeout=120, check=True):
    """Runs a workload with the agent; returns its output."""
    run = subprocess.run([f"{jdk}/bin/java", "-Xmx512m", *flags, f"-agentpath:{AGENT}={options}",
                          "-cp", TEMP.name, main, *map(str, args)],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         timeout=timeout)
    if check:
        assert run.returncode == 0, f"{main} ended with {run.returncode}: {run.stdout[-2000:]}"
        return run.stdout
    return run


def chance(n, share):
    """Three standard deviations of a share seen in n samples, in points."""
    return 300 * math.sqrt(share * (1 - share) / max(n, 1))
