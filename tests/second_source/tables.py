"""Tables against `jfr print --json` of each JDK: every column of every event type, row by row, on
testdata/ and on a recording made now.

usage: tables.py
"""
import collections
import json
import os
import struct
import sys
import tempfile

import calls
import jdk
from jdk import check, decompressed, finish, find_recording, run, skip
from values import SPAN

TOOL = os.path.join(os.environ.get("TEST_TOOLS", os.path.join(jdk.ROOT, "build-asan/tests/tools")),
                    "print_table")
RECORDINGS = ["values-25", "native-17", "custom-17", "chunks-17", "shares-25", "cputime-25", "lambdas-25"]

# enum jfr_column_kind and enum jfr_unit of parser/jfr.h
BOOLEAN, INT, REAL, TEXT, THREAD, STACK, UNSIGNED_LONG = range(1, 8)
NS_SPAN, NS_TIME = 2, 6

# The JDK prints unsigned numbers as if they were not; we count bits in bytes.
UNSIGNED = {"unsignedInt": 1 << 32, "unsignedBytesInt": 1 << 32, "unsignedShort": 1 << 16, "unsignedByte": 1 << 8}

# The JDK counts the times of all chunks that share a type model by the clock of the first.
TIME_SLACK = 1000
WIDTH = 1 << 64


# ---- Theirs --------------------------------------------------------------------------------------

def at(event, path):
    value = event
    for name in path.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def span(text):
    sign = -1 if "-" in text else 1
    hours, minutes, seconds, fraction = SPAN.match(text.replace("-", "")).groups()
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    ns = sign * (whole * 10**9 + int((fraction or "0").ljust(9, "0")))
    # Long.MIN_VALUE, in whatever unit, is none; what is longer than 292 years is forever.
    return None if ns <= -2**63 else min(ns, 2**63 - 1)


def real(value):
    """As a float has it, which the JDK prints shorter than we do."""
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def thread_of(value):
    name = value["javaName"] or value["osName"] or ""
    group = at(value, "group.name") or ""
    return (name, group, value["osThreadId"] % WIDTH, value["javaThreadId"] % WIDTH)


def line_of(frame):
    method = calls.method_of(frame)
    return (method[0], method[1], method[2], frame["lineNumber"])


def text_of(value):
    """A struct is the one text that it holds, or the field "name"."""
    while isinstance(value, dict):
        value = value["name"] if "name" in value else next(iter(value.values()))
    # Halves of pairs, and 0, are no part of our texts.
    return value and "".join("\ufffd" if c == "\0" or "\ud800" <= c < "\ue000" else c for c in value)


def integer(value, path):
    if value in (-2**63, 2**63):
        return None  # as the JVM says none
    return value % UNSIGNED.get(path, WIDTH)


def theirs_of(event, column):
    kind, value = column["kind"], at(event, column["path"])
    if value is None:
        return None
    if kind == THREAD:
        return thread_of(value)
    if kind == STACK:
        return (value["truncated"], tuple(line_of(f) for f in value["frames"]))
    if kind == TEXT:
        return text_of(value)
    while isinstance(value, dict):
        value = next(iter(value.values()))
    if column["unit"] == NS_TIME: # a time that is none is printed as the year -999999999
        return calls.nanoseconds(value) if calls.STAMP.match(value) else None
    if column["unit"] == NS_SPAN:
        return span(value)
    if kind == REAL:
        return real(value)
    if kind in (INT, UNSIGNED_LONG):
        return integer(value, column["path"])
    return value


# ---- Ours ----------------------------------------------------------------------------------------

def ours_of(row, column):
    kind, value = column["kind"], row[column["path"]]
    if value is None:
        return None
    if kind == THREAD:
        return (value["name"], value["group"], value["os"], value["java"])
    if kind == STACK:
        return (value["truncated"], tuple((f[0].replace("/", "."), *f[1:]) for f in value["frames"]))
    if kind == REAL:
        return real(value)
    return value % WIDTH if kind == INT and column["unit"] not in (NS_TIME, NS_SPAN) else value


def lines(*arguments):
    done = run(TOOL, "--raw-names", *arguments)
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
    return [json.loads(line) for line in done.stdout.splitlines()]


# ---- Row by row ----------------------------------------------------------------------------------

def is_made_up(path):
    """Columns that are no field: parts of a stack."""
    return path.split(".")[-1] in ("top", "line", "depth", "truncated", "text") and "." in path


def grouped(rows, columns, read):
    """Rows that agree in all but times: their times in order."""
    groups = collections.defaultdict(list)
    times = [c for c in columns if c["unit"] == NS_TIME]
    others = [c for c in columns if c["unit"] != NS_TIME]
    for row in rows:
        key = tuple(read(row, c) for c in others)
        groups[key].append(tuple(read(row, c) for c in times))
    return {key: sorted(values, key=str) for key, values in groups.items()}


def far(a, b):
    return any((x is None) != (y is None) or (x is not None and abs(x - y) > TIME_SLACK)
               for x, y in zip(a, b))


def table_problems(path, table, events):
    # Names of classes, methods and other structs come as texts: ask for what the JDK prints.
    columns = [dict(c) for c in table["columns"] if not is_made_up(c["path"])]
    for column in columns:
        value = next((v for v in (at(e, column["path"]) for e in events) if v is not None), None)
        if column["kind"] == TEXT and isinstance(value, dict) and "name" in value:
            column["path"] += ".name"
    mine = grouped(lines(path, table["table"], *[c["path"] for c in columns]), columns, ours_of)
    theirs = grouped(events, columns, theirs_of)
    problems = []
    for key in sorted(set(mine) | set(theirs), key=str):
        a, b = mine.get(key, []), theirs.get(key, [])
        if len(a) != len(b):
            problems.append(f"{[v for v in key if not isinstance(v, tuple)]}: ours {len(a)} rows, "
                            f"jfr {len(b)}")
        elif any(far(x, y) for x, y in zip(a, b)):
            problems.append(f"times of {key}: ours {a[:3]}, jfr {b[:3]}")
    return problems


def recording_problems(label, jfr, path):
    events = collections.defaultdict(list)
    done = run(jfr, "print", "--json", "--stack-depth", "2048", path)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        events[event["type"]].append(event["values"])
    tables = {t["table"]: t for t in lines(path)}
    check(f"{label}: there is a table for each event type",
          sorted(set(events) - set(tables)))
    problems, columns = [], 0
    for name in sorted(events):
        columns += len(tables[name]["columns"])
        problems += [f"{name}: {p}" for p in table_problems(path, tables[name], events[name])]
    check(f"{label}: {columns} columns of {len(events)} event types, "
          f"{sum(map(len, events.values()))} rows, as jfr print has them", problems)


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
    if not os.path.exists(TOOL):
        skip(f"{TOOL} is not built")
        return finish()
    for home in homes:
        jfr, label = os.path.join(home, "bin/jfr"), os.path.basename(home)
        with tempfile.TemporaryDirectory() as scratch:
            for name in RECORDINGS:
                path = decompressed(find_recording(name), scratch)
                recording_problems(f"{label}: {name}", jfr, path)
            fresh = jdk.live_recording(home, scratch)
            check(f"{label}: makes a recording", [] if os.path.exists(fresh) else [fresh])
            if os.path.exists(fresh):
                recording_problems(f"{label}: a fresh recording", jfr, fresh)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
