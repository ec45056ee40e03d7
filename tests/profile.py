#!/usr/bin/env python3
"""Profiles: what `jfrtool profile` and `merge` write, against what else there is to say so.

  the same bytes, however the inputs are grouped and ordered, whatever --jobs is
  the format: a decoder written here from the description of the format, not from the program
  pprof (go tool pprof, or pprof): its figures, and what it makes of ours when it merges
  memory: many recordings take no more than few

usage: tests/profile.py [full]      more groupings and files; JFRTOOL: the program
"""
import collections
import glob
import gzip
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "testdata")
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
FULL = sys.argv[1:] == ["full"]
counts = collections.Counter()


def check(name, fine, details=""):
    counts["passed" if fine else "failed"] += 1
    if not fine:
        print(f"FAIL {name} {details}")


def run(*arguments, code=0, data=None):
    done = subprocess.run([TOOL, *arguments], capture_output=True, input=data)
    if done.returncode != code:
        raise AssertionError(f"{arguments}: exit {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def recordings():
    names = ["chunks-17.jfr", "lambdas-17.jfr", "shares-25.jfr", "deep-17.jfr", "shares-17.jfr",
             "native-17.jfr", "hostile-17.jfr", "lambdas-25.jfr.gz", "cputime-25.jfr.zst",
             "lambdas-17b.jfr.zst", "killed-17"]
    return [os.path.join(DATA, name) for name in names]


# ---- The same bytes --------------------------------------------------------------------------


class Groupings:
    """Adds inputs up in random ways: some together, some one in the other."""

    def __init__(self, folder, options, seed):
        self.folder, self.options, self.number = folder, options, 0
        self.random = random.Random(seed)

    def merge(self, paths):
        self.number += 1
        out = os.path.join(self.folder, f"g{self.number}.pb.gz")
        command = self.random.choice(["merge", "profile"])
        more = ["--uncompressed"] if self.random.random() < 0.3 else []
        run(command, "--quiet", "--allow-empty", "--jobs", str(self.random.choice([1, 2, 7])),
            *more, *self.options, *paths, "-o", out)
        return out

    def grouped(self, paths):
        paths = list(paths)
        self.random.shuffle(paths)
        if len(paths) == 1 or self.random.random() < 0.2:
            return self.merge(paths)
        cuts = sorted(self.random.sample(range(1, len(paths)),
                                         self.random.randint(1, min(3, len(paths) - 1))))
        parts = [paths[a:b] for a, b in zip([0] + cuts, cuts + [len(paths)])]
        return self.merge([part[0] if len(part) == 1 and self.random.random() < 0.5
                           else self.grouped(part) for part in parts])


def content(path):
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def same_bytes(folder):
    files = recordings()
    for options in (["--event", "cpu"], [], ["--by", "method", "--threads", "name"],
                    ["--by", "class", "--event", "alloc,lock"], ["--include", "[a-z]"],
                    ["--by", "package", "--threads", "none", "--event", "native"],
                    ["--by", "module"], ["--hidden", "--raw-names", "--event", "exception"]):
        groupings = Groupings(folder, options, str(options))
        whole = content(groupings.merge(files))
        check(f"merge of one profile {options}",
              whole == content(groupings.merge([groupings.merge(files)])))
        for i in range(6 if FULL else 3):
            chosen = content(groupings.grouped(files))
            check(f"grouping {i} of {options}", chosen == whole,
                  f"{len(chosen)} and {len(whole)} bytes")
    # Profiles of several kinds, none of which the default rule asks for: one kind is taken.
    kinds = []
    for name in ("native-17.jfr", "deep-17.jfr", "shares-17.jfr"):
        for event in ("alloc", "exception", "lock"):
            kinds.append(os.path.join(folder, f"{event}-{name}.pb.gz"))
            run("profile", "-q", "--allow-empty", "--event", event, os.path.join(DATA, name),
                "-o", kinds[-1])
    # (Those of nothing are alike.)
    groupings = Groupings(folder, ["--keep-duplicates"], "kinds")
    whole = content(groupings.merge(kinds))
    check("one kind of several is taken", b"event=jdk.JavaExceptionThrow" in whole and
          b"event=jdk.ObjectAllocationSample" not in whole)
    for i in range(6 if FULL else 4):
        check(f"grouping {i} of several kinds", content(groupings.grouped(kinds)) == whole)
    a, b = (os.path.join(folder, name) for name in ("twice-a", "twice-b"))
    run("profile", "-q", files[0], "-o", a)
    run("profile", "-q", "-j", "5", files[0], "-o", b)
    with open(a, "rb") as x, open(b, "rb") as y:
        check("the compressed bytes are the same too", x.read() == y.read())
    check("a profile given twice counts once", content(a) == gzip.decompress(run("merge", "-q", a, b)))


# ---- A decoder of its own --------------------------------------------------------------------


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            size, at = varint(data, at)
            if at + size > len(data):
                raise ValueError("runs over the end")
            value = data[at:at + size]
            at += size
        else:
            raise ValueError(f"wire type {tag & 7}")
        yield tag >> 3, value


def message(data):
    found = collections.defaultdict(list)
    for number, value in fields(data):
        found[number].append(value)
    return found


def one(found, number):
    return found[number][0] if found[number] else 0


def packed(found, number):
    numbers = []
    for value in found[number]:
        if isinstance(value, int):  # one by one, as Go does with few
            numbers.append(value)
            continue
        at = 0
        while at < len(value):
            n, at = varint(value, at)
            numbers.append(n)
    return numbers


class Profile:
    def __init__(self, data):
        top = message(data)
        strings = [s.decode("utf-8") for s in top[6]]
        assert strings[0] == "" and len(set(strings)) == len(strings)
        self.types = [tuple(strings[one(message(t), n)] for n in (1, 2)) for t in top[1]]
        mappings = {one(message(m), 1): strings[one(message(m), 5)] for m in top[3]}
        functions = {one(f, 1): (strings[one(f, 2)], strings[one(f, 3)])
                     for f in map(message, top[5])}
        self.locations = {}
        for location in map(message, top[4]):
            line = message(one(location, 4))
            self.locations[one(location, 1)] = (functions[one(line, 1)][0], one(line, 2),
                                                mappings[one(location, 2)])
        self.samples = []
        for sample in map(message, top[2]):
            labels = {}
            for label in map(message, sample[3]):
                assert strings[one(label, 1)] not in labels
                labels[strings[one(label, 1)]] = strings[one(label, 2)] or one(label, 3)
            self.samples.append(([self.locations[i] for i in packed(sample, 1)],
                                 packed(sample, 2), labels))
        self.comments = [strings[i] for i in packed(top, 13)]
        self.default = strings[one(top, 14)]
        self.duration = one(top, 10)
        self.period = one(top, 12)


def decoded():
    for name in ("shares-17.jfr", "native-17.jfr", "hostile-17.jfr", "deep-17.jfr",
                 "cputime-25.jfr.zst"):
        path = os.path.join(DATA, name)
        profile = Profile(gzip.decompress(run("profile", "-q", path)))
        ours = collections.Counter()
        for line in run("collapsed", "-q", "--by", "line", path).decode().splitlines():
            stack, _, number = line.rpartition(" ")
            ours[stack] += int(number)
        theirs = collections.Counter()
        for stack, values, _ in profile.samples:
            frames = [f"{n}:{l}" if l else n for n, l, _ in reversed(stack)]
            if stack:
                theirs[";".join(f.replace(";", ":") for f in frames)] += values[0]
        if name != "hostile-17.jfr":  # whose names are escaped
            check(f"decoded stacks of {name}", ours == theirs, str((ours - theirs, theirs - ours)))
        report = json.loads(run("hot-methods", "-q", "--json", path))
        check(f"decoded samples of {name}",
              sum(v[0] for _, v, _ in profile.samples) == report["samples"])
        check(f"samples without stack of {name}",
              sum(v[0] for s, v, _ in profile.samples if not s) == report["samples_without_stack"])
        check(f"duration of {name}", abs(profile.duration - report["duration_ns"]) < 1e9)
        check(f"no two samples of {name} agree in stack and labels", len(profile.samples) == len(
            {(tuple(s), tuple(sorted(l.items()))) for s, _, l in profile.samples}))
        if name == "cputime-25.jfr.zst":  # each of these events says its own period
            check(f"values of {name}", all(v[0] * 1e6 <= v[1] <= v[0] * 1e9 for _, v, _ in profile.samples))
        else:
            check(f"values of {name} are its period times its samples", profile.period > 0 and all(
                v[1] == v[0] * profile.period for _, v, _ in profile.samples))
        again = json.loads(run("hot-methods", "-q", "--json", "--top", "0", "-",
                               data=run("profile", "-q", path)))
        once = json.loads(run("hot-methods", "-q", "--json", "--top", "0", path))
        again["duration_ns"] = once["duration_ns"]
        check(f"hot-methods of the profile of {name}", again == once)
        for command in (["collapsed"], ["collapsed", "--threads"], ["collapsed", "--frame-type"],
                        ["collapsed", "--by", "line"], ["hot-methods", "--by", "class", "--format", "csv"],
                        ["hot-methods", "--by", "package", "--format", "csv"],
                        ["hot-methods", "--include", "java", "--exclude", "sun[.]", "--format", "csv",
                         "--allow-empty"],
                        ["hot-methods", "--thread", "main|worker", "--format", "csv", "--allow-empty"],
                        ["flame", "--threads", "--title", "same"]):
            both = [run(*command, "-q", "--strict", source, data=run("profile", "-q", path))
                    for source in (path, "-")]
            check(f"{' '.join(command)} of {name}", both[0] == both[1])


def without_worth(folder):
    """Where nobody says what a sample is worth, no value is declared: readers show the last sample type."""
    bare = os.path.join(folder, "bare.jfr")
    run("scrub", "-q", "--exclude-events", "ActiveSetting", os.path.join(DATA, "shares-17.jfr"), "-o", bare)
    for name, path in (("shares-17.jfr", os.path.join(DATA, "shares-17.jfr")), ("one without settings", bare)):
        profile = Profile(gzip.decompress(run("profile", "-q", path)))
        worth = [sum(values[i] for _, values, _ in profile.samples) for i in range(len(profile.types))]
        check(f"each sample type of {name} has values, and the last one is the default",
              all(worth) and profile.default == profile.types[-1][0], f"{profile.types} {worth}")
        check(f"sample types of {name}", profile.types == [("samples", "count")] + (
            [("cpu", "nanoseconds")] if path != bare else []), str(profile.types))
    check("a profile without values has no period", Profile(gzip.decompress(run("profile", "-q", bare))).period == 0)
    otlp = run("export", "-q", "--to", "otlp", bare)
    check("OTLP without values has one profile, of counts", b"nanoseconds" not in otlp and b"count" in otlp)


# ---- Labels ----------------------------------------------------------------------------------

OWN = {"thread", "thread_group", "thread_id", "java_thread_id"}


def label_sums(path):
    sums = collections.Counter()
    for _, values, labels in Profile(content(path)).samples:
        sums[tuple(sorted((k, v) for k, v in labels.items() if k not in OWN))] += values[0]
    return sums


def by_label(source, label):
    report = json.loads(run("hot-methods", "-q", "--json", "--top", "0", "--by", f"label:{label}", *source))
    return {(row["class"] + "." + row["method"], cell["value"]): (cell["self"], cell["total"])
            for row in report["methods"] for cell in row["by"]
            if sum(r["class"] == row["class"] and r["method"] == row["method"]
                   for r in report["methods"]) == 1}  # totals of overloads overlap


def by_decoder(path, label):
    cells = collections.defaultdict(lambda: [0, 0])
    overloads = collections.defaultdict(set)
    top = message(content(path))
    strings = [s.decode() for s in top[6]]
    for function in map(message, top[5]):
        overloads[strings[one(function, 2)]].add(strings[one(function, 3)])
    for stack, values, labels in Profile(content(path)).samples:
        for depth, name in enumerate(dict.fromkeys(n for n, _, _ in stack)):
            cell = cells[name, str(labels[label]) if label in labels else None]
            cell[1] += values[0]
            cell[0] += values[0] if depth == 0 else 0
    return {key: tuple(cell) for key, cell in cells.items() if len(overloads[key[0]]) == 1}


def field(number, value):
    def number_of(n):
        out = b""
        while n >= 0x80:
            out += bytes([n & 0x7F | 0x80])
            n >>= 7
        return out + bytes([n])
    if isinstance(value, int):
        return number_of(number << 3) + number_of(value)
    return number_of(number << 3 | 2) + number_of(len(value)) + value


def written(counts_by_method):
    """A profile as another program writes it."""
    names = sorted(counts_by_method)
    out = b"".join(field(6, s.encode()) for s in ["", "samples", "count", *names])
    out += field(1, field(1, 1) + field(2, 2))
    for i, name in enumerate(names):
        out += field(5, field(1, i + 1) + field(2, i + 3)) + field(4, field(1, i + 1) + field(4, field(1, i + 1)))
        if counts_by_method[name]:
            out += field(2, field(1, i + 1) + field(2, counts_by_method[name]))
    return out


def outliers(folder):
    """A fleet where one recording is known to differ, and one where none does."""
    draw = random.Random("fleet")
    methods = [f"app.M{i}.run" for i in range(12)]
    for odd in (None, 4):
        paths = []
        for host in range(15):
            # Shares of hosts scatter by a fifth; the odd one has one method three times as often.
            weights = [0.7 ** i * draw.lognormvariate(0, 0.2) for i in range(12)]
            weights[2] *= 6 if host == odd else 1
            drawn = collections.Counter(draw.choices(methods, weights, k=400 + 40 * host))
            paths.append(os.path.join(folder, f"fleet{odd}", f"host=h{host}", "rec.pb"))
            os.makedirs(os.path.dirname(paths[-1]))
            share = drawn["app.M2.run"] / drawn.total() if host == odd or not odd else share
            with open(paths[-1], "wb") as file:
                file.write(written({m: drawn[m] for m in methods}))
        for options in ([], ["--by", "label:host", "--label-from", "host=(?<host>[^/]+)/"]):
            report = json.loads(run("hot-methods", "-q", "--json", "--outliers", *options, *paths))
            found = {(os.path.basename(os.path.dirname(o["value"])) or o["value"], o["method"])
                     for o in report["outliers"]}
            found = {(host.removeprefix("host="), method) for host, method in found}
            check(f"outliers of a fleet, odd {odd} {options}", report["groups"] == 15 and
                  (("h4", "run") in found and {h for h, _ in found} == {"h4"} if odd else not found), str(found))
            if odd:
                first = report["outliers"][0]
                check("the odd one's share", first["class"] == "app.M2" and
                      abs(first["percent"] - 100 * share) < 0.001, str((first, share)))


def labels(folder):
    """Where each sample came from, by the names of folders made here; kept by whatever merges."""
    number = re.compile(r"-?(0|[1-9]\d*)")
    places = [("shop", "7", "shares-17.jfr"), ("shop", "8", "lambdas-17.jfr"), ("cart", "x", "deep-17.jfr"),
              ('a"b<i>\n\x1b[31m\u00e9', "007", "native-17.jfr"), ("cart", "7", "chunks-17.jfr")]
    truth, paths = collections.Counter(), []
    for service, build, name in places:
        paths.append(os.path.join(folder, "lake", f"service={service}", f"build={build}", name))
        os.makedirs(os.path.dirname(paths[-1]))
        shutil.copy(os.path.join(DATA, name), paths[-1])
        samples = json.loads(run("hot-methods", "-q", "--json", paths[-1]))["samples"]
        value = int(build) if number.fullmatch(build) and build != "007" else build
        truth[(("build", value), ("service", service), ("tier", "web"))] += samples
    options = ["--label-from", "service=(?<service>[^/]+)/build=(?<build>[^/]+)/", "--label", "tier=web"]
    groupings = Groupings(folder, options, "labels")
    whole = groupings.merge(paths)
    check("each sample has the labels of its path", label_sums(whole) == truth,
          str((label_sums(whole), truth)))
    for i in range(6 if FULL else 4):
        check(f"grouping {i} with labels", content(groupings.grouped(paths)) == content(whole))
    again = os.path.join(folder, "again.pb.gz")
    for threads in ("each", "name", "none"):
        run("merge", "-q", "--threads", threads, "--label", "service=other", "--label", "tier=other",
            whole, "-o", again)
        check(f"labels that samples have stay, --threads {threads}", label_sums(again) == truth)
    for source in ([whole], [*options, *paths]):
        check("methods by label, by a decoder", by_label(source, "service") == by_decoder(whole, "service"))
    plain = os.path.join(folder, "plain.pb.gz")
    run("merge", "-q", *paths, "-o", plain)
    check("labels change nothing else", run("hot-methods", "-q", "--json", plain) ==
          run("hot-methods", "-q", "--json", whole))
    parts = []
    for i in range(3):
        parts.append(os.path.join(folder, f"part{i}.pb.gz"))
        run("profile", "-q", "--part", f"{i + 1}/3", *options, paths[-1], "-o", parts[-1])
    run("merge", "-q", *parts, "-o", again)
    run("profile", "-q", *options, paths[-1], "-o", plain)
    check("parts with labels", content(again) == content(plain))
    pprof = find_pprof()
    if pprof is None:
        return
    tags = subprocess.run([*pprof, "-symbolize=none", "-tags", "-sample_index=samples", whole],
                          capture_output=True, check=True).stdout.decode()
    shop = sum(n for labels, n in truth.items() if ("service", "shop") in labels)
    check("pprof knows the labels", re.search(rf"{shop} .*: shop", tags), tags)
    # What pprof makes of it keeps them, and is read.
    other = os.path.join(folder, "pprof-labels.pb.gz")
    subprocess.run([*pprof, "-symbolize=none", "-proto", "-output", other, whole], capture_output=True,
                   check=True)
    run("merge", "-q", other, "-o", again)
    check("labels of pprof's own merge are kept", label_sums(again) == truth)


# ---- Clusters --------------------------------------------------------------------------------


def find_jfr():
    homes = [os.environ.get("JAVA_HOME", "")] + sorted(glob.glob("/usr/lib/jvm/*"))
    for home in homes:
        path = os.path.join(home, "bin/jfr")
        if home and os.access(path, os.X_OK):
            return path
    return shutil.which("jfr")


def clusters():
    """What one thread has in one second, counted from what the JDK prints of a recording of one chunk."""
    jfr = find_jfr()
    if jfr is None:
        print("profile.py: no JDK is here: clusters are not compared with what its jfr prints")
        counts["skipped"] += 1
        return
    for name in ("shares-17.jfr", "native-17.jfr"):
        path = os.path.join(DATA, name)
        text = subprocess.run([jfr, "print", "--stack-depth", "1", "--events", "jdk.ExecutionSample",
                               path], capture_output=True, check=True).stdout.decode()
        seconds = re.findall(r"^ *startTime = .*?(\d+:\d+:\d+)\.", text, re.M)
        threads = re.findall(r"^ *sampledThread = (.*)$", text, re.M)
        cells = collections.Counter(zip(seconds, threads))
        comments = Profile(gzip.decompress(run("profile", "-q", path))).comments
        for key, wanted in (("clusters", len(cells)), ("clustered-samples", sum(cells.values())),
                            ("cluster-squares", sum(n * n for n in cells.values()))):
            check(f"{key} of {name}", f"jfrtool:{key}={wanted}" in comments, str((wanted, comments)))


# ---- pprof -----------------------------------------------------------------------------------


def find_pprof():
    for command in (["pprof"], ["go", "tool", "pprof"]):
        try:
            done = subprocess.run(command + ["-help"], capture_output=True, timeout=300)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if b"-diff_base" in done.stdout + done.stderr:
            return command
    return None


def top_of(pprof, arguments, cum=False):
    """Flat and cumulated of each function."""
    done = subprocess.run([*pprof, "-symbolize=none", "-top", "-nodecount=0", "-nodefraction=0",
                           "-edgefraction=0", *(["-cum"] if cum else []), *arguments],
                          capture_output=True, check=True)
    rows, started = {}, False
    for line in done.stdout.decode().splitlines():
        words = line.split(None, 5)
        if started and len(words) == 6:
            rows[words[5].removesuffix(" (inline)")] = tuple(float(words[i].rstrip("ms")) for i in (0, 3))
        started = started or line.split() == ["flat", "flat%", "sum%", "cum", "cum%"]
    return rows, done.stdout.decode()


def against_pprof(folder):
    pprof = find_pprof()
    if pprof is None:
        print("profile.py: neither pprof nor go tool pprof is here: its figures are not compared")
        counts["skipped"] += 1
        return
    written = {}
    for name in ("shares-17.jfr", "chunks-17.jfr", "lambdas-17.jfr", "native-17.jfr", "deep-17.jfr"):
        written[name] = os.path.join(folder, name + ".pb.gz")
        run("profile", "-q", os.path.join(DATA, name), "-o", written[name])
        report = json.loads(run("hot-methods", "-q", "--json", "--top", "0", written[name]))
        ours = collections.defaultdict(lambda: [0, 0])
        for row in report["methods"]:
            full = ".".join(part for part in (row["class"], row["method"]) if part)
            ours[full][0] += row["self"]
            ours[full][1] += row["total"]
        check(f"what pprof -top shows of {name} by default is something", "Total samples = 0" not in
              top_of(pprof, [written[name]])[1] and top_of(pprof, [written[name]])[0])
        rows, text = top_of(pprof, ["-sample_index=samples", written[name]])
        # Overloads are one row there: their totals overlap where one calls the other.
        overloads = collections.Counter((r["class"], r["method"]) for r in report["methods"])
        alone = {".".join(k) for k, n in overloads.items() if n == 1}
        check(f"pprof -top of {name}: self", {k: v[0] for k, v in rows.items()} ==
              {k: v[0] for k, v in ours.items()}, text)
        check(f"pprof -top -cum of {name}", all(rows[k][1] == ours[k][1] for k in alone if k in rows))
        check(f"pprof takes all samples of {name} for 100 %",
              f"of {report['samples']} total" in text, text)
    shares = written["shares-17.jfr"]
    peek = subprocess.run([*pprof, "-symbolize=none", "-peek", "Shares.left$", "-sample_index=samples",
                           shares], capture_output=True, check=True).stdout.decode()
    left = re.findall(r"^ *(\d+) .*\| *(workload\S+)", peek, re.M)
    check("pprof -peek", ("489", "workload.Shares.run") in left, peek)
    tags = subprocess.run([*pprof, "-symbolize=none", "-tags", "-sample_index=samples", shares],
                          capture_output=True, check=True).stdout.decode()
    check("pprof -tags", re.search(r"754 .*: shares-worker", tags), tags)
    rows, text = top_of(pprof, ["-sample_index=samples", "-diff_base", shares, shares])
    check("pprof -diff_base of itself is nothing", all(v == (0, 0) for v in rows.values()), text)
    # What pprof merges: the same figures, and a profile that we read.
    for names in (("shares-17.jfr", "chunks-17.jfr"), ("lambdas-17.jfr", "deep-17.jfr", "native-17.jfr")):
        merged = os.path.join(folder, "pprof-merged.pb.gz")
        own = os.path.join(folder, "own-merged.pb.gz")
        subprocess.run([*pprof, "-symbolize=none", "-proto", "-output", merged,
                        *(written[n] for n in names)], capture_output=True, check=True)
        run("merge", "-q", *(written[n] for n in names), "-o", own)
        check(f"pprof's merge and ours of {names}: stacks",
              run("collapsed", "-q", "--by", "line", "--frame-type", "--threads", merged) ==
              run("collapsed", "-q", "--by", "line", "--frame-type", "--threads", own))
        check(f"pprof's merge and ours of {names}: figures",
              top_of(pprof, [merged])[0] == top_of(pprof, [own])[0])
        theirs, ours = (Profile(content(path)) for path in (merged, own))
        check(f"pprof's merge and ours of {names}: duration and period",
              (theirs.duration, theirs.period) == (ours.duration, ours.period))


# ---- Memory ----------------------------------------------------------------------------------


def peak_of(folder, *command):
    """Resident KiB at most, all of it: mapped files too."""
    tool = os.path.join(folder, "peak")
    if not os.path.exists(tool):
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-D_GNU_SOURCE", "-o", tool,
                        os.path.join(ROOT, "bench/peak.c")], check=True)
    out = os.path.join(folder, "peak.txt")
    subprocess.run([tool, out, *command], check=True)
    with open(out) as file:
        return int(file.read().split()[0])


def memory(folder, number, limit_kib):
    with open(os.path.join(DATA, "chunks-17.jfr"), "rb") as file:
        whole = bytearray(file.read())
    names = []
    many = os.path.join(folder, "many")
    os.mkdir(many)
    starts = [m.start() for m in re.finditer(rb"FLR\0\0\x02\0", bytes(whole))]
    for i in range(number):  # chunks are told apart by their start
        for at in starts:
            start, = struct.unpack(">q", whole[at + 32:at + 40])
            whole[at + 32:at + 40] = struct.pack(">q", start + 1000)
        names.append(os.path.join(many, f"{i}.jfr"))
        with open(names[-1], "wb") as file:
            file.write(whole)
    listed = os.path.join(folder, "list")
    with open(listed, "wb") as file:
        file.write(b"\0".join(name.encode() for name in names))
    out = os.path.join(folder, "many.pb.gz")
    kib = peak_of(folder, TOOL, "merge", "-q", "--files-from", listed, "-0", "-o", out)
    print(f"profile.py: {number} recordings, {number * len(whole) >> 20} MiB, merged in {kib >> 10} MiB")
    check(f"{number} recordings merge within {limit_kib >> 10} MiB", kib <= limit_kib, f"{kib >> 10} MiB")
    one = Profile(content(os.path.join(folder, "many.pb.gz")))
    single = Profile(gzip.decompress(run("profile", "-q", names[0])))
    check("every recording counts", sum(v[0] for _, v, _ in one.samples) ==
          number * sum(v[0] for _, v, _ in single.samples))
    shutil.rmtree(many)


def main():
    with tempfile.TemporaryDirectory() as folder:
        same_bytes(folder)
        decoded()
        without_worth(folder)
        labels(folder)
        outliers(folder)
        clusters()
        against_pprof(folder)
        if "sanit" not in TOOL and "asan" not in TOOL:
            memory(folder, int(os.environ.get("PROFILE_FILES", 100)), 32 << 10)
    line = f"{counts['passed']} passed, {counts['failed']} failed"
    print(line + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return counts["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
