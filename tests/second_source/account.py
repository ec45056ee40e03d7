"""The account of threads' time: on every recording at hand its parts are whole. What a thread, a pool, a second and
the process did adds up to exactly its time, to the ns, nothing is negative, and the shares that people see add up to
100.0.

usage: account.py [RECORDING...]
"""
import glob
import json
import os
import sys

from jdk import JFRTOOL, TESTDATA, check, finish, run

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


def main():
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
