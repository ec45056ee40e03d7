"""Shared by the tests against peers: fetching them, counting, and the JVMs to record."""
import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, skip  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
AGENT = os.environ.get("JFRAGENT", os.path.join(ROOT, "build/libjfragent.so"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
CACHE = os.environ.get("PEERS_CACHE", os.path.join(ROOT, "build/peers"))


def run(*args, **more):
    return subprocess.run([str(a) for a in args], capture_output=True, text=True, **more)


def fetch(what):
    """The path of a peer, or None, said, if it cannot be had here. Ends if it is not what it should be."""
    done = run(os.path.join(HERE, "fetch.sh"), what)
    if done.returncode == 3:
        skip(f"{what}: {' '.join(done.stderr.split())}")
        return None
    if done.returncode:
        check(f"{what} is what it should be", [done.stderr.strip()])
        sys.exit(finish())
    return done.stdout.strip()


def jdks():
    """Homes of all JDKs here, the oldest first."""
    homes = {}
    for home in [os.environ.get("JAVA_HOME", "")] + glob.glob("/usr/lib/jvm/*"):
        if home and os.access(os.path.join(home, "bin/javac"), os.X_OK):
            homes.setdefault(os.path.realpath(home), version(home))
    return sorted(homes, key=lambda home: (homes[home], home))


def version(home):
    """The major version, as its file release says."""
    with open(os.path.join(home, "release"), encoding="utf-8") as f:
        for line in f:
            if line.startswith("JAVA_VERSION="):
                return int(line.split('"')[1].split(".")[0])
    return 0


def workloads(scratch):
    """The agent's workloads, compiled for JDK 11 and later: the folder of their classes."""
    out = os.path.join(scratch, "classes")
    if not os.path.isdir(out):
        subprocess.run([f"{jdks()[0]}/bin/javac", "--release", "11", "-Xlint:-options", "-d", out,
                        *glob.glob(os.path.join(ROOT, "tests/agent/*.java"))], check=True)
    return out


def testdata(scratch):
    """All recordings of testdata/ as plain files: {name: path}. Repositories file by file."""
    found = {}
    for path in sorted(glob.glob(os.path.join(TESTDATA, "*.jfr*")) +
                       glob.glob(os.path.join(TESTDATA, "killed*", "*", "*.jfr"))):
        name = os.path.relpath(path, TESTDATA)
        if name.endswith((".gz", ".zst")):
            plain = os.path.join(scratch, os.path.basename(name).rsplit(".", 1)[0])
            with open(plain, "wb") as f:
                tool = "gzip" if name.endswith(".gz") else "zstd"
                subprocess.run([tool, "-dc", path], stdout=f, check=True)
            path = plain
        found[name] = path
    return found
