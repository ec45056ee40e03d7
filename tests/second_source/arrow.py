"""Streams of Arrow against `jfr print --json`: every column of every event type, row by row, through
the Python package as it stands in the tree, read by hand after the C data interface; no library of
Arrow's is needed. Texts as dictionaries and plain, stacks as lists, with one thread and several.

usage: arrow.py
"""
import collections
import ctypes
import math
import json
import os
import sys
import tempfile

import jdk
import tables
from jdk import check, decompressed, finish, find_recording, run, skip

LIBRARY = os.path.join(jdk.ROOT, "build/libjfrpython.so")
RECORDINGS = ["values-25", "native-17", "custom-17", "chunks-17", "shares-25"]
INTEGERS = ("l", "L", "tsn:UTC")


# ---- Arrays by hand ------------------------------------------------------------------------------

def cast(array, buffer, kind):
    return ctypes.cast(array.buffers[buffer], ctypes.POINTER(kind))


def valid(array):
    if array.n_buffers == 0 or not array.buffers[0]:
        return [True] * array.length
    bits = cast(array, 0, ctypes.c_uint8)
    return [bool(bits[i // 8] >> (i % 8) & 1) for i in range(array.length)]


def texts(array):
    ends = cast(array, 1, ctypes.c_int32)
    data = ctypes.string_at(array.buffers[2], ends[array.length]) if array.length else b""
    return [data[ends[i]:ends[i + 1]].decode() for i in range(array.length)]


def plain_values(schema, array):
    kind = schema.format.decode()
    if schema.dictionary:
        words = values(schema.dictionary.contents, array.dictionary.contents)
        places = cast(array, 1, ctypes.c_int32)
        # What stands where nothing is may point anywhere.
        return [words[places[i]] if places[i] < len(words) else None
                for i in range(array.length)]
    if kind == "u":
        return texts(array)
    if kind == "b":
        bits = cast(array, 1, ctypes.c_uint8)
        return [bool(bits[i // 8] >> (i % 8) & 1) for i in range(array.length)]
    if kind == "+l":
        ends = cast(array, 1, ctypes.c_int32)
        frames = values(schema.children[0].contents, array.children[0].contents)
        return [tuple(frames[ends[i]:ends[i + 1]]) for i in range(array.length)]
    if kind == "+s":
        columns = [values(schema.children[i].contents, array.children[i].contents)
                   for i in range(schema.n_children)]
        return list(zip(*columns))
    number = {"g": ctypes.c_double, "i": ctypes.c_int32, "L": ctypes.c_uint64}.get(kind, ctypes.c_int64)
    assert kind in ("g", "i") + INTEGERS, kind
    return cast(array, 1, number)[:array.length]


def values(schema, array):
    assert array.offset == 0
    found = [v if there else None for v, there in zip(plain_values(schema, array), valid(array))]
    assert found.count(None) >= array.null_count >= 0
    return found


def rows_of(events):
    """Dicts by the names of columns; all that is taken is released."""
    stream = events._stream()  # pylint: disable=protected-access
    schema, array = jfr._native.ArrowSchema(), jfr._native.ArrowArray()
    stream.get_schema(stream, schema)
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    rows = []
    while True:
        assert stream.get_next(stream, array) == 0
        if not array.release:
            break
        rows += [dict(zip(names, row)) for row in values(schema, array)]
        array.release(array)
    stream.release(stream)
    schema.release(schema)
    return rows


# ---- Row by row ----------------------------------------------------------------------------------

def is_code(value):
    """A class or a method as the JDK prints it: its name has other marks than ours."""
    return isinstance(value, dict) and ("type" in value and "descriptor" in value or
                                        "classLoader" in value)


def text_of(value):
    if not is_code(value):
        return tables.text_of(value)
    parts = [value["type"]["name"], value["name"]] if "descriptor" in value else [value["name"]]
    return ".".join(parts).replace("/", ".")


def theirs_of(event, column):
    value = tables.at(event, column["path"])
    if column["kind"] == tables.THREAD:
        return value and tables.thread_of(value)[0]
    if column["kind"] == tables.STACK:
        return value and tuple((c.replace("/", "."), m, line if line >= 0 else None)
                               for c, m, _, line in map(tables.line_of, value["frames"]))
    if column["kind"] == tables.TEXT:
        return text_of(value)
    return tables.theirs_of(event, column)


def ours_of(row, column):
    value = row[column["name"]]
    if column["kind"] == tables.STACK:
        return value and tuple((c.replace("/", "."), m, line) for c, m, line, _ in value)
    if value is None or column["kind"] in (tables.TEXT, tables.THREAD):
        return value
    if column["kind"] == tables.REAL and not math.isfinite(value):
        return None  # as JSON has it
    return tables.ours_of({column["path"]: value}, column)


KINDS = {"boolean": tables.BOOLEAN, "integer": tables.INT, "timestamp": tables.INT, "duration": tables.INT,
         "real": tables.REAL, "unsigned": tables.UNSIGNED_LONG, "text": tables.TEXT, "thread": tables.THREAD, "stack": tables.STACK}

UNITS = {"timestamp": tables.NS_TIME, "duration": tables.NS_SPAN}


def columns_of(recording, name, events):
    """Those that are fields; classes of arrays are written in another way, and left out."""
    made = []
    for column, found in recording.columns(name).items():
        path = found["path"]
        odd = any(is_code(tables.at(e, path)) and "[" in text_of(tables.at(e, path))
                  for e in events)
        if not tables.is_made_up(path) and not odd:
            made.append({"name": column, "path": path, "kind": KINDS[found["kind"]],
                         "unit": UNITS.get(found["kind"], 0)})
    return made


def type_problems(recording, name, events, dictionaries, threads):
    columns = columns_of(recording, name, events)
    rows = rows_of(recording.events(name, [c["name"] for c in columns], stacks="nested",
                                    dictionaries=dictionaries, raw_names=True, threads=threads))
    mine = tables.grouped(rows, columns, ours_of)
    theirs = tables.grouped(events, columns, theirs_of)
    return [f"{name}: {key}: ours {mine.get(key, [])[:2]}, jfr {theirs.get(key, [])[:2]}"
            for key in sorted(set(mine) | set(theirs), key=str)
            if len(mine.get(key, [])) != len(theirs.get(key, [])) or
            any(tables.far(a, b) for a, b in zip(mine[key], theirs[key]))]


def recording_problems(name, jfr_command, path):
    events = collections.defaultdict(list)
    done = run(jfr_command, "print", "--json", "--stack-depth", "2048", path)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        events[event["type"]].append(event["values"])
    recording = jfr.read(path)
    counts = {t: n for t, n in recording.types().items() if n}
    check(f"{name}: counts of {len(events)} event types",
          [f"{t}: ours {counts.get(t)}, jfr {len(events.get(t, []))}"
           for t in sorted(set(counts) | set(events)) if counts.get(t) != len(events.get(t, []))])
    for dictionaries, threads in ((True, 3), (False, 1)):
        problems = []
        for type_name in sorted(events):
            problems += type_problems(recording, type_name, events[type_name], dictionaries,
                                      threads)
        form = "dictionaries, three threads" if dictionaries else "plain texts, one thread"
        check(f"{name}: {sum(map(len, events.values()))} rows as jfr print has them; {form}",
              problems)
    if counts.get("jdk.ExecutionSample"):
        wanted = rows_of(recording.events("ExecutionSample", ["stackTrace_top"],
                                          where="startTime > 1s"))
        first = min(r["startTime"] for r in rows_of(recording.events("ExecutionSample")))
        check(f"{name}: a condition leaves rows out, and a column of it none",
              [] if len(wanted) <= counts["jdk.ExecutionSample"] and first and
              (not wanted or list(wanted[0]) == ["stackTrace_top"]) else [wanted[:2]])


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    command = os.path.join(homes[-1], "bin/jfr")
    with tempfile.TemporaryDirectory() as scratch:
        for name in RECORDINGS:
            recording_problems(name, command, decompressed(find_recording(name), scratch))
    return finish()


if __name__ == "__main__":
    if not os.path.exists(LIBRARY):
        skip(f"{LIBRARY} is not built")
        sys.exit(finish())
    sys.path.insert(0, os.path.join(jdk.ROOT, "python"))
    import jfr  # noqa: E402
    sys.exit(main())
