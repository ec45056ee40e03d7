"""What findings say that their fault costs, against other answers about the same recording: a share of the CPU is no more
than what `hot-methods` has of the method or package, a share of the time no more than the pauses or the throttling of the
`account`, and those who wait cannot have waited longer than threads were in that state. Costs of parts that nothing can be
in twice come to 100 % at most.

usage: costs.py [RECORDING...]
"""
import glob
import json
import os
import sys

from jdk import JFRTOOL, TESTDATA, check, finish, run

CORPUS = os.path.join(os.environ.get("CORPUS", ""), "recordings")
# Findings of CPU whose share is of the samples with the culprit on the stack.
BY_SAMPLES = {"MethodProfiling": "method", "CallTree": "method"}
# What those who wait were in, by the account's states.
STATES = {"JavaBlocking": ("lock",), "SlowHost": ("reply",), "SocketRead": ("reply",), "SocketWrite": ("reply",),
          "FileRead": ("file",), "FileWrite": ("file",), "FileForce": ("file",),
          "WaitingForThreads": ("other", "lock", "idle", "timer")}
PAUSES = {"GcPauseRatio", "HighGc", "SystemGc", "HeapTooSmall", "LongGcPause", "FullGc", "HumongousAllocation", "YoungTooSmall",
          "HeapInspectionGc", "Allocations.class", "Allocations.thread"}
ROUNDING = 0.1  # points


def of(command, path, *options):
    done = run(JFRTOOL, command, "--json", "-q", *options, path)
    return json.loads(done.stdout) if done.returncode == 0 else None


def of_method(path, name):
    """Its share of the samples, with all that it calls, over all overloads; of wall-clock samples, of those that ran."""
    asked = ("--top", "0", "--by", "method", "--raw-names")
    hot = of("hot-methods", path, *asked) or {"rows": []}
    if hot.get("event") in ("profiler.WallClockSample", "datadog.MethodSample"):
        hot = of("hot-methods", path, *asked, "--state", "RUNNABLE") or {"rows": []}
    rows = hot.get("methods") or hot.get("rows") or []
    shares = [row["total_percent"] for row in rows if f"{row['class']}.{row['method']}" == name]
    return sum(shares) if shares else None


def problems(path, findings):
    account = of("account", path)
    states = {s["state"]: s["ns"] for s in account["states"]} if account else {}
    machine = account["machine"] if account else {}
    sums = {}
    for finding in findings:
        rule, cost, kind = finding["id"], finding["cost_percent"], finding["cost_of"]
        if cost is None:
            continue
        if not 0 <= cost <= 100 + 1e-6:
            yield f"{rule}: {cost} %"
        sums.setdefault(kind, []).append((rule, cost))
        most = machine.get("paused_percent")
        if rule in PAUSES and most is not None and cost > most + ROUNDING:
            yield f"{rule}: {cost} % of the time, paused are {most} %"
        if rule == "ContainerThrottling" and cost > machine["throttled_percent"] + ROUNDING:
            yield f"{rule}: {cost} %, throttled are {machine['throttled_percent']} %"
        if rule in BY_SAMPLES and finding["culprit"]:
            most = of_method(path, finding["culprit"]["name"])
            if most is not None and cost > most + ROUNDING:
                yield f"{rule}: {cost} % of the CPU, {finding['culprit']['name']} is in {most} % of the samples"
        waited = finding["evidence"].get("most_ns") or finding["evidence"].get("total_ns")
        if rule in STATES and account and waited:
            most = sum(states[s] for s in STATES[rule])
            if waited > most * 1.001:
                yield f"{rule}: {waited / 1e9:.3f} s waited, in these states are {most / 1e9:.3f} s"
    for kind in ("cpu", "process", "time"):
        if sum(cost for _, cost in sums.get(kind, [])) > 100 + ROUNDING:
            yield f"together over 100 % of {kind}: {sums[kind]}"


def main():
    paths = sys.argv[1:] or sorted(glob.glob(os.path.join(TESTDATA, "*.jfr*")) + glob.glob(os.path.join(CORPUS, "*.jfr*")))
    costs = 0
    for path in paths:
        overview = of("overview", path)
        if not overview:
            continue
        costs += sum(f["cost_percent"] is not None for f in overview["findings"])
        check(f"{os.path.basename(path)}: no finding costs more than there is", list(problems(path, overview["findings"])))
    if not sys.argv[1:]:
        check("some findings have a cost", [] if costs >= 10 else [f"{costs} have"])
    finish()


if __name__ == "__main__":
    main()
