#!/usr/bin/env python3
"""Holds what `jfr print --json` of a recording by write_recording says against what was written.

usage: jfr print --json rec.jfr | expected_fields.py
Prints one line per difference; exit 1 if there are any.
"""
import json
import sys

MAIN = {"javaName": "main", "osName": "main", "osThreadId": 4711, "javaThreadId": 1}
WORKER = {"javaName": "worker \u00e4", "osName": "worker-os", "osThreadId": 4712,
          "javaThreadId": 22, "group": {"name": "main", "parent": {"name": "system"}}}
VIRTUAL = {"javaName": "virtual-1", "osThreadId": 4713, "group": {"name": "VirtualThreads"}}


def frame(class_name, name, descriptor, line, bci, kind, hidden_class=False):
    return {"method": {"type": {"name": class_name, "hidden": hidden_class}, "name": name,
                       "descriptor": descriptor},
            "lineNumber": line, "bytecodeIndex": bci, "type": kind}


STACK = {"truncated": True, "frames": [
    frame("java/util/HashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", 556, 12, "Inlined"),
    frame("com/example/Work$$Lambda+0x00007f1234567890", "apply", "(I[Ljava/lang/String;)J", 7, 3,
          "JIT compiled", True),
    frame("com/example/Work", "run", "()V", 42, 99, "Interpreted")]}

# Type -> fields of its first event; others may be there too.
EXPECTED = {
    "jdk.ActiveRecording": {"id": 1, "name": "jfragent", "disk": True, "flushInterval": "PT1S"},
    "jdk.ActiveSetting": {"name": "enabled", "value": "true"},
    "jdk.JVMInformation": {
        "jvmName": "Test VM", "jvmVersion": '1.2.3 "quoted"', "jvmArguments": "-Xmx1g -Dx=y",
        "jvmFlags": None, "javaArguments": "com.example.Main one two"},
    "jdk.InitialSystemProperty": {"key": "java.version", "value": "17.0.15"},
    "jdk.NativeMethodSample": {
        "sampledThread": WORKER, "state": "STATE_RUNNABLE",
        "stackTrace": {"truncated": False, "frames": [
            frame("com/example/Work", "run", "()V", 0, 0, "Native"),
            frame("", "[unknown]", "()V", -1, -1, "C++")]}},
    "jdk.ObjectAllocationSample": {"eventThread": VIRTUAL, "stackTrace": STACK,
                                   "objectClass": {"name": "[I"}, "weight": 524288},
    "jdk.ThreadStart": {"thread": WORKER, "parentThread": MAIN, "eventThread": MAIN,
                        "stackTrace": STACK},
    "jdk.ThreadEnd": {"thread": WORKER},
    "jdk.JavaMonitorEnter": {
        "duration": "PT0.00001S", "eventThread": WORKER, "stackTrace": STACK,
        "monitorClass": {"name": "java/lang/Object", "package": {"name": "java/lang"}},
        "previousOwner": MAIN, "address": 0x7F0011223344},
    "jdk.ThreadPark": {
        "duration": "PT0.00002S", "eventThread": WORKER, "timeout": "PT0.005S",
        "parkedClass": {"name": "java/util/concurrent/locks/ReentrantLock$NonfairSync"},
        "address": 0xABCDEF},
    "jdk.GarbageCollection": {"duration": "PT0.001S", "gcId": 17, "name": "G1New",
                              "cause": "G1 Evacuation Pause", "sumOfPauses": "PT0.001S",
                              "longestPause": "PT0.001S"},
    "jdk.CPULoad": {"jvmUser": 0.25, "jvmSystem": 0.125, "machineTotal": 0.5},
    "jdk.ThreadCPULoad": {"eventThread": MAIN, "user": 0.0625, "system": 0.03125},
    "jdk.ContainerCPUUsage": {"cpuTime": "PT3S", "cpuUserTime": "PT2S", "cpuSystemTime": "PT1S"},
    "jdk.ContainerCPUThrottling": {"cpuElapsedSlices": 100, "cpuThrottledSlices": 7,
                                   "cpuThrottledTime": "PT0.07S"},
    "jdk.ExecutionSample": {
        "sampledThread": MAIN, "state": "STATE_RUNNABLE", "rest": 6, "leftJava": True, "cpuTime": "PT0.007S",
        "stackTrace": {"frames": [frame("", "[GC active]", "()V", 0, 0, "C++")]}},
    "jfragent.SamplingStatistics": {
        "duration": "PT1S", "requested": 1000, "taken": 840, "timedOut": 60, "leftState": 50,
        "exited": 4, "noFrames": 1, "noClassLoad": 2, "gcActive": 3, "notJava": 4,
        "notJavaUnwalkable": 5, "javaUnknown": 6, "javaUnwalkable": 7, "unknownState": 8,
        "threadExit": 9, "deoptimizing": 10, "safepoint": 11, "holdMedian": "PT0.000041S",
        "holdP99": "PT0.00048S", "holdMax": "PT0.0019S", "noProcessor": 12,
        "holdCPUMedian": "PT0.00003S", "holdCPUP99": "PT0.000096S", "unmoved": 13, "noRoom": 14,
        "timersRefused": 15, "jvmThreads": 16, "leftJava": 17, "notReached": 19, "whole": 20, "cutDepth": 21, "cutHeap": 22, "cutCode": 23,
        "cutMethod": 24, "cutCall": 25, "cutStack": 26, "cpuSampled": "PT0.9S", "cpuUsed": "PT1S", "woken": 27},
}


def differences(wanted, found, where):
    if isinstance(wanted, dict):
        if not isinstance(found, dict):
            return [f"{where}: {found!r} is no struct"]
        return [d for key in wanted
                for d in differences(wanted[key], found.get(key, "(missing)"), f"{where}.{key}")]
    if isinstance(wanted, list):
        if not isinstance(found, list) or len(found) != len(wanted):
            return [f"{where}: {len(wanted)} wanted, found {found!r}"]
        return [d for i, w in enumerate(wanted) for d in differences(w, found[i], f"{where}[{i}]")]
    return [] if wanted == found else [f"{where}: wanted {wanted!r}, found {found!r}"]


def main():
    first = {}
    # The system's own events come too, in between; "first" is the one with our first field.
    for event in json.load(sys.stdin)["recording"]["events"]:
        first.setdefault(event["type"], event["values"])
    found = [d for type_name, fields in EXPECTED.items()
             for d in differences(fields, first.get(type_name), type_name)]
    print("\n".join(found))
    sys.exit(1 if found else 0)


main()
