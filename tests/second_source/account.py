"""The account of threads' time, against the kernel's scheduler: of a program whose threads each do one thing it is asked
how long each ran, stood ready and waited (/proc/PID/task/TID/schedstat), while the JVM's own recorder and our agent's
wall-clock samples record it. Within 3 points, whatever else the machine does.

On every recording at hand its parts are whole. What a thread, a pool, a second and
the process did adds up to exactly its time, to the ns, nothing is negative, and the shares that people see add up to
100.0.

usage: account.py [RECORDING...]
"""
import datetime
import glob
import json
import os
import subprocess
import sys
import tempfile

import jdk
from jdk import JFRTOOL, TESTDATA, check, finish, run, skip

CORPUS = os.path.join(os.environ.get("CORPUS", ""), "recordings")


def recordings():
    return sys.argv[1:] or sorted(glob.glob(os.path.join(TESTDATA, "*.jfr*")) +
                                  glob.glob(os.path.join(CORPUS, "*.jfr*")))


def of(path):
    done = run(JFRTOOL, "account", "--json", "-q", path)
    return json.loads(done.stdout) if done.returncode == 0 else None


def wrong_sums(account):
    """What does not add up, by name."""
    wrong = []

    def whole(name, parts, ns):
        if sum(parts) != ns or min(parts, default=0) < 0:
            wrong.append(f"{name}: {sum(parts)} of {ns}, least {min(parts, default=0)}")

    for thread in account["threads"]:
        whole(f"thread {thread['name']}", thread["states"].values(), thread["ns"])
        if (thread["states"]["unexplained"] > 0) != bool(thread["unexplained_because"]):
            wrong.append(f"thread {thread['name']}: {thread['states']['unexplained']} ns unexplained, "
                         f"because {thread['unexplained_because']}")
    for pool in account["pools"]:
        whole(f"pool {pool['pool']}", pool["states"].values(), pool["ns"])
    for step in account["steps"]:
        whole(f"step {step['step']}", step["states"].values(), step["ns"])
    whole("states", [state["ns"] for state in account["states"]], account["total_ns"])
    whole("parts", [part["ns"] for part in account["parts"]], account["total_ns"])
    whole("steps", [step["ns"] for step in account["steps"]], account["total_ns"])
    whole("threads", [t["ns"] for t in account["threads"] if not t["of_jvm"]], account["total_ns"])
    whole("pools", [p["ns"] for p in account["pools"] if not p["of_jvm"]], account["total_ns"])
    for name in ("states", "parts"):
        percent = round(sum(row["percent"] for row in account[name]), 6)
        if percent != (100 if account["total_ns"] else 0):
            wrong.append(f"{name}: {percent} %")
    longest = max((t["ns"] for t in account["threads"]), default=0)
    if longest > account["window_ns"]:
        wrong.append(f"a thread has {longest} of {account['duration_ns']}")
    return wrong


# ==== The kernel ==============================================================================

AGENT = os.path.join(os.path.dirname(JFRTOOL), "libjfragent.so")
POINTS = 3.0
# Who holds the lock wants it again while another takes it without end, and may wait for that one.
WAITS = {"k-sleeper": ["timer"], "k-holder": ["timer", "lock"], "k-locked": ["lock"], "k-reader": ["reply"],
         "k-waiter": ["other"], "k-half": ["timer"], "k-runner": []}
MISSED = 8.0  # percent of a thread's samples that the agent may not get to on a busy machine; nothing explains these


def of_kernel(pid):
    """Of each thread of these: ns that it ran and that it stood ready."""
    told = {}
    for task in glob.glob(f"/proc/{pid}/task/*"):
        try:
            with open(task + "/comm") as file:
                name = file.read().strip()
            with open(task + "/schedstat") as file:
                ran, ready = (int(n) for n in file.read().split()[:2])
        except OSError:
            continue
        if name in WAITS:
            told[name] = (ran, ready)
    return told


def record(java, folder):
    """The run: two recordings, the ends of the time that counts in ms, what the kernel says of it."""
    jfr, wall = os.path.join(folder, "jvm.jfr"), os.path.join(folder, "wall.jfr")
    command = [java, "-cp", folder, f"-agentpath:{AGENT}=file={wall},wall=10ms,interval=0,native-interval=0",
               "-XX:StartFlightRecording:settings=profile,dumponexit=true,jdk.ThreadCPULoad#period=500ms,"
               f"jdk.CPULoad#period=500ms,filename={jfr}", "Waiting"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    ends, kernel = [], []
    for line in process.stdout:
        if line.split()[0] in ("begin", "end"):
            ends.append(int(line.split()[1]))
            kernel.append(of_kernel(process.pid))
    process.wait()
    return jfr, wall, ends, kernel


def share_of(path, ends, name):
    """Percent of the thread's time by state."""
    times = [iso(ms) for ms in ends]
    done = run(JFRTOOL, "account", "--json", "-q", "--from", times[0], "--to", times[1], path)
    found = [t for t in json.loads(done.stdout)["threads"] if t["name"] == name]
    if len(found) != 1:
        return None
    return {state: 100 * ns / found[0]["ns"] for state, ns in found[0]["states"].items()}


def iso(ms):
    return datetime.datetime.fromtimestamp(ms / 1000, datetime.timezone.utc).isoformat(
        timespec="milliseconds").replace("+00:00", "Z")


def kernel_problems(path, clock, ends, kernel):
    """clock: it says CPU time; samples of elapsed time do not tell who runs from who is ready."""
    problems, elapsed = [], (ends[1] - ends[0]) * 1e6
    for name, waits in WAITS.items():
        share = share_of(path, ends, name)
        if share is None or name not in kernel[1]:
            problems.append(f"{name} is not there once")
            continue
        ran, ready = (100 * (kernel[1][name][i] - kernel[0][name][i]) / elapsed for i in (0, 1))
        told = ", ".join(f"{state} {percent:.1f}" for state, percent in share.items() if percent > 0.05)
        if clock and abs(ran - share["running"]) > POINTS:
            problems.append(f"{name} ran {ran:.1f} % by the kernel: {told}")
        # An event of a wait ends when the thread runs again: until then the kernel has it ready.
        least, most = 100 - ran - ready - POINTS, 100 - ran + POINTS
        if waits and not least <= sum(share[wait] for wait in waits) <= most:
            problems.append(f"{name} waited {least + POINTS:.1f} to {most - POINTS:.1f} % by the kernel: {told}")
        wanted = share["running"] + share["ready"]
        charged = 100 - wanted - share["unexplained"]  # to something else
        if not waits and not clock and (wanted < 100 - POINTS - MISSED or charged > POINTS + 1):
            problems.append(f"{name} wanted to run all the time: {told}")
    return problems


def is_17(home):
    return 'version "17' in run(os.path.join(home, "bin/java"), "-version").stderr


def check_kernel():
    java = next((os.path.join(home, "bin/java") for home in jdk.jdks() if is_17(home)), "")
    if not os.path.exists(java) or not os.path.exists(AGENT):
        return skip("no JDK 17, or no agent")
    with tempfile.TemporaryDirectory() as folder:
        run(os.path.join(os.path.dirname(java), "javac"), "-d", folder,
            os.path.join(os.path.dirname(os.path.abspath(__file__)), "Waiting.java"))
        jfr, wall, ends, kernel = record(java, folder)
        if len(ends) != 2:
            return check("the program runs", ["it did not"])
        check("the JVM's events say what the kernel's scheduler says", kernel_problems(jfr, True, ends, kernel))
        check("wall-clock samples say what the kernel's scheduler says", kernel_problems(wall, False, ends, kernel))


# ==== Another profiler's wall-clock samples ====================================================

def wall_problems(path, home, folder):
    """Samples by what they are worth, as `jfr print` has them: the runnable ones against running and ready."""
    if not path.endswith(".jfr"):
        path = jdk.decompressed(path, folder)
    done = run(os.path.join(home, "bin/jfr"), "print", "--json", "--stack-depth", "1",
               "--events", "profiler.WallClockSample", path)
    told = {}  # of each thread: what its samples are worth, and what of it is runnable
    for event in json.loads(done.stdout)["recording"]["events"]:
        values = event["values"]
        of_thread = told.setdefault(values["sampledThread"]["osThreadId"], [0, 0])
        of_thread[0] += values.get("samples", 1)
        of_thread[1] += values.get("samples", 1) if values["state"] == "STATE_RUNNABLE" else 0
    account = of(path)
    program = {thread["os_thread_id"] for thread in account["threads"] if not thread["of_jvm"]}
    told = {thread: counts for thread, counts in told.items() if thread in program}
    states = {state["state"]: state["percent"] for state in account["states"]}
    expected = 100 * sum(runs / whole for whole, runs in told.values()) / len(told)
    found = states["running"] + states["ready"]
    return [] if abs(expected - found) <= POINTS else [f"{found:.1f} % ran or were ready, of samples {expected:.1f} %"]


def check_wall():
    path, homes = os.path.join(CORPUS, "wall.jfr.gz"), jdk.jdks()
    if not os.path.exists(path) or not homes:
        return skip("no corpus, or no JDK")
    with tempfile.TemporaryDirectory() as folder:
        check("another profiler's wall-clock samples say as much", wall_problems(path, homes[-1], folder))


def main():
    if len(sys.argv) == 1:
        check_kernel()
        check_wall()
    failed, seen = [], 0
    for path in recordings():
        account = of(path)
        if account is None:
            continue
        seen += 1
        failed += [f"{os.path.basename(path)}: {what}" for what in wrong_sums(account)]
    check(f"every ns of every thread of {seen} recordings is in one state",
          failed if seen else ["there is none"])
    finish()


if __name__ == "__main__":
    main()
