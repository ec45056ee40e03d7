#!/usr/bin/env python3
"""Counts hot methods in what the JDK's `jfr print --json` says of a recording.

A second source for hot method figures: it shares nothing with the program that it is to check.

usage: hot_from_jfr_print.py [--jfr PROGRAM] RECORDING [EVENT-TYPE]

EVENT-TYPE is jdk.ExecutionSample unless given. The output's first line is
"# samples N nostack M"; then follow "self<TAB>inclusive<TAB>class.name+descriptor", sorted by
self and inclusive from large to small, then by name. Hidden frames are left out. Inclusive counts
a method once per sample. In names, backslashes and control characters are written as \\\\, \\t, \\n,
\\r and \\uXXXX.
"""

import argparse
import collections
import json
import subprocess
import sys


def escaped(name):
    out = []
    for c in name:
        if c == "\\":
            out.append("\\\\")
        elif c in "\t\n\r":
            out.append({"\t": "\\t", "\n": "\\n", "\r": "\\r"}[c])
        elif ord(c) < 32 or 127 <= ord(c) < 160 or 0xD800 <= ord(c) < 0xE000:
            out.append("\\u%04X" % ord(c))
        else:
            out.append(c)
    return "".join(out)


def method_name(method):
    return method["type"]["name"].replace("/", ".") + "." + method["name"] + method["descriptor"]


def read_events(jfr, recording, event_type):
    command = [jfr, "print", "--json", "--stack-depth", "2048", "--events", event_type, recording]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8")
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed")
    # not strict: names may hold control characters
    return json.loads(done.stdout, strict=False)["recording"]["events"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jfr", default="jfr")
    parser.add_argument("recording")
    parser.add_argument("type", nargs="?", default="jdk.ExecutionSample")
    args = parser.parse_args()
    samples = nostack = 0
    own, inclusive = collections.Counter(), collections.Counter()
    for event in read_events(args.jfr, args.recording, args.type):
        samples += 1
        stack = event["values"]["stackTrace"]
        if not stack or not stack["frames"]:
            nostack += 1
            continue
        methods = [frame["method"] for frame in stack["frames"]]
        names = [method_name(m) for m in methods if not m["hidden"]]
        if names:
            own[names[0]] += 1
            inclusive.update(set(names))

    print(f"# samples {samples} nostack {nostack}")
    for name in sorted(inclusive, key=lambda n: (-own[n], -inclusive[n], n)):
        print(own[name], inclusive[name], escaped(name), sep="\t")


if __name__ == "__main__":
    main()
