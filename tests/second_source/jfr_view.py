"""Every view of `jfr view` of JDK 25 against ours: names, titles of columns, values. What differs by
intention is in DIFFERENT, with the reason; what differs besides fails.

usage: jfr_view.py
"""
import collections
import json
import os
import re
import sys
import tempfile

import jdk
from jdk import JFRTOOL, check, decompressed, finish, find_recording, skip
import subprocess

RECORDINGS = ["shares-25", "cputime-25", "lambdas-25"]
OF_CORPUS = ["tck-test", "flight_recording_17eaMonitoredVM10440_3"]

# Views whose values are not compared, and why.
DIFFERENT = {
    "active-settings": "theirs leaves out settings that were not written in one batch",
    "jdk-agents": "theirs puts all agents into one row",
    "thread-start": "theirs fails for stacks without frames; a thread that goes on has no duration here",
    "memory-leaks-by-class": "theirs takes the newest batch of each chunk's clock",
    "memory-leaks-by-site": "the same; and the platform's class loader counts as application there",
    "pinned-threads": "the platform's class loader counts as application there",
    "gc-allocation-trigger": "the platform's class loader counts as application there",
    "native-libraries": "one that was loaded at two addresses is the last of them in both; equal "
                        "times leave open which",
    "active-recordings": "which of two of equal id came last is by the clock of the first chunk there",
    "events-by-count": "a type that two writers gave two labels has the first, one without has its "
                       "name",
    "events-by-name": "the same",
    "recording": "its first and last event are by the clock of the first chunk there",
    "class-loaders": "loaders of one class are rows of equal text",
    "modules": "modules of one name in several layers are rows of equal text",
    "jvm-flags": "a flag of every kind is text here, as the event has it; theirs has thousands "
                 "separators and units",
    "container-configuration": "values below 0 are none there",
    "safepoints": "one without a beginning has no duration here, theirs is Indefinite",
    "network-utilization": "rates are bytes here, bits there",
}

SPAN = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9,
        "d": 86400 * 10**9}
SIZE = {"byte": 1, "bytes": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, errors="replace",
                          env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"})


# ---- What the JDK prints -------------------------------------------------------------------------

def table_of(lines, at):
    """A table whose dashes are at this line: titles, and rows of texts."""
    places = [(m.start(), m.end()) for m in re.finditer("-+", lines[at])]
    titles = [lines[at - 1][a:b].strip() for a, b in places]
    rows = []
    for line in lines[at + 1:]:
        if not line.strip() or re.match("Can't find|Missing |Use 'SHOW|No events", line):
            break
        rows.append([line[a:b + 1].strip() for a, b in places])
    return titles, rows


def form_of(lines, at):
    titles, row = [], []
    for line in lines[at + 1:]:
        found = re.match(r"([A-Za-z][^:]{1,45}): ?(.*)", line)
        if found:
            titles.append(found.group(1))
            row.append(found.group(2).strip())
    return titles, [row] if row else []


def theirs_of(jfr, path):
    """{title: (titles of columns, rows)} of all views that have an answer, in one run of a JVM."""
    out = run(jfr, "view", "--width", "1000", "--cell-height", "1", "all-views", path).stdout
    lines, views = out.split("\n"), {}
    for at, line in enumerate(lines):
        if not re.fullmatch("-+[- ]*", line) or at < 2:
            continue
        if lines[at - 2] == "" and at > 2 and lines[at - 3].strip():
            views[lines[at - 3].strip()] = table_of(lines, at)
        elif len(line) == len(lines[at - 1]):
            end = next((i for i in range(at + 1, len(lines) - 1) if re.fullmatch("-+", lines[i])
                        or (lines[i] == "" and lines[i + 1].startswith("  "))), len(lines))
            views[lines[at - 1].strip()] = form_of(lines[:end], at)
    return views


# ---- Values --------------------------------------------------------------------------------------

def number(text):
    """A number as a person reads it, and how far it may be off; None: it is none."""
    plain = text.replace(",", "")
    if re.fullmatch(r"-?\d+", plain):
        return int(plain), 0.5
    if re.fullmatch(r"-?\d+\.\d+", plain):
        return float(plain), 0.001
    if re.fullmatch(r"-?[\d.]+%", plain):
        return float(plain[:-1]) / 100, 0.0000501
    if re.fullmatch(r"0x[0-9A-F]+", plain):
        return int(plain, 16), 0.5
    if re.fullmatch(r"\d+ Hz", plain):
        return int(plain[:-3]), 0.5
    parts = re.findall(r"(\d+(?:\.\d+)?) ([A-Za-z]+)", plain)
    if not parts or " ".join(f"{n} {u}" for n, u in parts) != plain:
        return None
    units = SPAN if parts[0][1] in SPAN else SIZE
    if any(unit not in units for _, unit in parts):
        return None
    value = sum(float(n) * units[unit] for n, unit in parts)
    last, unit = parts[-1]
    digit = units[unit] * 10.0 ** -len(last.partition(".")[2])
    return value, max(digit * 1.01, 1000 if units is SPAN else 1) # clocks of chunks differ


def same_text(mine, theirs):
    """Methods have no parameters here; control characters are blanks there."""
    if mine == theirs:
        return True
    theirs = re.sub(r"\(.*\)$", "", theirs)
    if "\n" in mine and same_text(mine.split("\n")[0], theirs):
        return True # of a stack theirs shows the top
    mine = re.sub(r"\s+", " ", mine).strip()
    return mine == re.sub(r"\s+", " ", theirs).strip() or mine.replace("/", ".") == theirs


def same(mine, theirs):
    if theirs in ("N/A", "", "Indefinite", "null"):
        return mine is None or mine == "" or mine == "null" or mine == 0 or theirs == "Indefinite"
    if isinstance(mine, str):
        return same_text(mine, theirs) or same_text(mine, theirs.replace(",", ""))
    if theirs in ("true", "false"):
        return mine == (theirs == "true")
    if re.fullmatch(r"\d\d:\d\d:\d\d", theirs):
        seconds = sum(int(n) * f for n, f in zip(theirs.split(":"), (3600, 60, 1)))
        return mine is not None and abs(mine // 10**9 % 86400 - seconds) <= 1
    found = number(theirs)
    if found is None or mine is None:
        return False
    return abs(mine - found[0]) <= found[1]


def keys_of(rows):
    """Columns of text, without parameters: overloads and equal names are one row here."""
    return [tuple(re.sub(r"\(.*\)$", "", c) for c in row if number(c) is None and c != "N/A")
            for row in rows]


def problems_of(mine, theirs):
    rows = list(mine)
    keys = keys_of(theirs)
    several = {k for k, n in collections.Counter(keys).items() if n > 1 and k}
    problems = []
    for row, key in zip(theirs, keys):
        if key in several:
            continue
        at = next((i for i, r in enumerate(rows) if len(r) == len(row)
                   and all(same(a, b) for a, b in zip(r, row))), None)
        if at is None:
            problems.append(f"jfr has {row}, not among ours: {rows[:2]}")
        else:
            rows.pop(at)
    return problems[:3]


# ---- Views ---------------------------------------------------------------------------------------

def key_of(title):
    return re.sub("[^a-z0-9]+", "_", title.lower()).strip("_")


def view_problems(view, rows, theirs):
    titles, their_rows = theirs
    if not their_rows:
        return [], 0
    if not rows:
        return ([] if view in DIFFERENT else [f"ours is empty, jfr has {their_rows[:2]}"]), 0
    problems = [f"there is no column {t}: {list(rows[0])}" for t in titles
                if key_of(t) not in rows[0] and t]
    if problems or view in DIFFERENT:
        return problems, 0
    picked = [[row[key_of(t)] for t in titles] for row in rows]
    return problems_of(picked, their_rows), len(their_rows)


def names_of(jfr):
    """The views that a JDK has, as its help lists them."""
    names, within = set(), False
    usage = run(jfr, "view")
    for line in (usage.stdout + usage.stderr).splitlines():
        within = line.endswith(" views:") or (within and bool(line.strip()))
        if within and line.startswith(" "):
            names.update(line.split())
    return names


def columns_exist(path):
    """Each column that a view names is one of the type in JDK 25: a view whose field is missing says
    NULL, so that older recordings have it."""
    listed = json.loads(run(JFRTOOL, "views", "--json").stdout)["views"]
    columns = json.loads(run(JFRTOOL, "sql", path, "--json", "SELECT type, name FROM columns").stdout)
    types = {c["type"].split(".")[-1] for c in columns}
    types |= {f"{c['type'].split('.')[-1]}.{c['name']}" for c in columns}
    problems = []
    for view in listed:
        text = run(JFRTOOL, "view", view["view"], "--sql").stdout
        kept = []
        for line in text.splitlines():
            found = re.match(r"(.*?)--([?!]) ([\w.]+)$", line)
            if line.startswith("-- "):
                continue
            if not found:
                kept.append(line)
            elif (found.group(3) in types) == (found.group(2) == "?"):
                kept.append(found.group(1))
        done = run(JFRTOOL, "sql", path, "\n".join(kept), "--format", "csv", "--quiet")
        if done.returncode and "no such table" not in done.stderr:
            problems.append(f"{view['view']}: exit {done.returncode}: {done.stderr}")
    return problems


def main():
    home = next((h for h in jdk.jdks() if "25" in os.path.basename(h)), None)
    if home is None:
        skip("no JDK 25")
        return finish()
    jfr = os.path.join(home, "bin/jfr")
    titles = {v["view"]: v["title"]
              for v in json.loads(run(JFRTOOL, "views", "--json").stdout)["views"]}
    mine = set(titles)
    theirs = names_of(jfr)
    check(f"all {len(theirs)} views are there", sorted(theirs - mine) if len(theirs) > 70
          else [f"jfr lists {sorted(theirs)}"])
    with tempfile.TemporaryDirectory() as scratch:
        paths = [decompressed(find_recording(name), scratch) for name in RECORDINGS]
        folder = os.path.join(os.environ.get("CORPUS", ""), "recordings")
        for name in OF_CORPUS if os.path.isdir(folder) else []:
            path = os.path.join(folder, name + ".jfr")
            if os.path.exists(path):
                paths.append(path)
        check("columns of views are those of JDK 25", columns_exist(paths[1]))
        for path in paths:
            problems, compared, views = [], 0, 0
            done = run(JFRTOOL, "view", "all-views", path, "--json", "--quiet", "--raw-names")
            rows_of, found = json.loads(done.stdout or "{}"), theirs_of(jfr, path)
            for view in sorted(mine & theirs):
                title = titles[view]
                if title not in found:
                    continue
                wrong, rows = view_problems(view, rows_of.get(view, []), found[title])
                problems += [f"{view}: {p}" for p in wrong]
                compared += rows
                views += rows > 0
            check(f"{os.path.basename(path)}: {compared} rows of {views} views", problems)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
