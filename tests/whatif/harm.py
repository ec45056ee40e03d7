#!/usr/bin/env python3
"""Experiments do no harm: they are started and ended in a JVM under load, over and over, by all that can end them, also
while it collects, loads classes and forgets them, throws exceptions, and its threads come and go.

Afterwards no thread is asleep in a pause, the class is what it was, and the program goes on as fast as before.

  tests/whatif/harm.py [ROUNDS]

Environment: JFRTOOL.
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tests/agent"))
ROUNDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 100
from checks import check, finish, skip  # noqa: E402
import jvms  # noqa: E402

JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
random.seed(1)


def threads_asleep(pid):
    """Threads of Java's that wait in the kernel in a handler of ours: by a futex with a time-out, in our signal."""
    asleep = []
    for tid in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{tid}/status") as status:
                lines = dict(line.split(":", 1) for line in status if ":" in line)
        except OSError:
            continue
        blocked = int(lines["SigBlk"].strip(), 16)
        if blocked >> (signal.SIGPROF - 1) & 1 and "worker" in lines["Name"]:
            asleep.append(tid)  # SIGPROF is blocked in its own handler alone
    return asleep


def end(how, tool, pid):
    if how == "interrupt":
        tool.send_signal(signal.SIGINT)
    elif how == "kill":
        tool.kill()
    else:
        subprocess.run([JFRTOOL, "record", "--stop", str(pid)], capture_output=True)
        tool.send_signal(signal.SIGINT)
    tool.wait(timeout=jvms.PATIENCE)


def rounds(jdk, folder, program, flags):
    name = f"{program}, JDK {jvms.release(jdk)} {' '.join(flags)}"
    command = [os.path.join(jdk, "bin/java"), *flags, "-cp", folder, "Programs", program]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as jvm:
        try:
            time.sleep(1)
            dead = 0
            for i in range(ROUNDS):
                how = random.choice(["interrupt", "interrupt", "kill", "stop"])
                with subprocess.Popen([JFRTOOL, "whatif", str(jvm.pid), "--quiet", "--method", "Programs.first",
                                       "--method", "Programs.second", "--progress", "Programs.done", "--time", "1m"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as tool:
                    time.sleep(random.uniform(0.05, 5 if i % 3 == 0 else 1))
                    end(how, tool, jvm.pid)
                if jvm.poll() is not None:
                    dead = i + 1
                    break
                print(f"\r{name}: {i + 1} of {ROUNDS}", end="", file=sys.stderr, flush=True)
                if how == "kill":
                    time.sleep(1.5)  # until the agent has seen it
            check(f"{name}: the JVM lives", [f"it died in round {dead}"] if dead else [])
            if dead:
                return
            deadline = time.monotonic() + jvms.PATIENCE
            while threads_asleep(jvm.pid) and time.monotonic() < deadline:
                time.sleep(0.05)
            check(f"{name}: no thread is left in a pause", threads_asleep(jvm.pid))
            while time.monotonic() < deadline and "no recording" not in subprocess.run(
                    [JFRTOOL, "record", "--status", str(jvm.pid)], capture_output=True, text=True).stderr:
                time.sleep(0.5)  # until the agent has seen that the last one was killed
            said = subprocess.run([JFRTOOL, "whatif", str(jvm.pid), "--quiet", "--json", "--method", "Programs.first",
                                   "--progress", "Programs.done", "--time", "1m", "--timeout",
                                   f"{jvms.PATIENCE}s"], capture_output=True, text=True)
            check(f"{name}: it can be asked again", [said.stderr] if said.returncode else [])
        finally:
            jvm.kill()


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = jvms.jdks()
        if not found:
            skip("no JDK")
            return finish()
        subprocess.run([os.path.join(found[0], "bin/javac"), "--release", "11", "-nowarn", "-d", folder,
                        os.path.join(ROOT, "bench/whatif/Programs.java")], check=True)
        for jdk in found:
            rounds(jdk, folder, "lock", ["-XX:+UseSerialGC"])
            rounds(jdk, folder, "lock", ["-Xcheck:jni"])
            rounds(jdk, folder, "storm", ["-Xmx64m"])
    return finish()


sys.exit(main())
