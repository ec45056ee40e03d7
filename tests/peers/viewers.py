"""What `export` writes, read by what it is written for: profiler-cli of the Firefox Profiler, speedscope's
schema, Prometheus' parser, OpenTelemetry's own message classes; and `mcp` asked by the official client.

usage: viewers.py
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish, skip  # noqa: E402

JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.path.join(ROOT, "testdata")
RECORDINGS = ["shares-17.jfr", "native-17.jfr", "hostile-17.jfr", "custom-17.jfr"]


def fetched(what):
    """What fetch.sh prints; None: it cannot be had, which was said."""
    done = subprocess.run([os.path.join(HERE, "fetch.sh"), what], capture_output=True, text=True)
    if done.returncode == 1:
        check(f"{what} is what it should be", [done.stderr])
    elif done.returncode:
        skip(f"{what}: {' '.join(done.stderr.split())}")
    return done.stdout.split() if done.returncode == 0 else None


def export(name, ending, scratch, *arguments):
    out = os.path.join(scratch, name + ending)
    done = subprocess.run([JFRTOOL, "export", "-q", os.path.join(TESTDATA, name), "-o", out, *arguments], capture_output=True, text=True)
    return out if done.returncode == 0 else None


def self_counts(name):
    """Methods by samples on top of the stack; names as recorded."""
    done = subprocess.run([JFRTOOL, "hot-methods", "-q", "--json", "--raw-names", "--top", "0", os.path.join(TESTDATA, name)],
                          capture_output=True, text=True)
    return {(m["class"] + "." if m["class"] else "") + m["method"]: m["self"] for m in json.loads(done.stdout)["methods"]}


# ---- npm -----------------------------------------------------------------------------------------

def speedscope(modules, scratch):
    try:
        import jsonschema
    except ImportError:
        skip("speedscope's schema: python3-jsonschema is missing")
        return
    with open(os.path.join(modules, "speedscope/dist/release/file-format-schema.json")) as f:
        validator = jsonschema.Draft7Validator(json.load(f))
    for name in RECORDINGS:
        path = export(name, ".speedscope.json", scratch)
        if path:
            with open(path, encoding="utf-8") as f:
                errors = [e.message[:200] for e in validator.iter_errors(json.load(f))]
            check(f"{name} is what speedscope's schema says", errors)


def profiler_cli(modules, scratch):
    node = shutil.which("node")
    program = os.path.join(modules, "@firefox-devtools/profiler-cli/dist/profiler-cli.js")
    home = {**os.environ, "HOME": scratch, "PROFILER_CLI_SESSION_DIR": os.path.join(scratch, "sessions")}

    def ask(*arguments):
        return subprocess.run([node, program, *arguments], capture_output=True, text=True, env=home, timeout=300)

    path = export("shares-17.jfr", ".firefox.json.gz", scratch, "--raw-names")
    for attempt in range(20):  # its daemon is given half a second to start
        if ask("profile", "info").returncode == 0 if attempt else ask("load", path).returncode == 0:
            break
    else:
        skip("profiler-cli: its daemon does not start in time on this machine")
        return
    info, samples = ask("profile", "info").stdout, ask("thread", "samples", "--include-idle").stdout
    ask("stop", "--all")
    check("profiler-cli opens it", [] if "shares-17.jfr" in info and "shares-worker" in info else [info[:300]])
    counts = {m: n for m, n in self_counts("shares-17.jfr").items() if n}
    check("it counts the same samples on top of the stack",
          [f"{m}: {n} expected" for m, n in counts.items() if f"{m} - self: {n} (" not in samples])


def client(modules, scratch):
    recording = os.path.realpath(os.path.join(TESTDATA, "shares-17.jfr"))
    done = subprocess.run(["node", os.path.join(HERE, "npm/client.mjs"), modules, JFRTOOL, recording],
                          capture_output=True, text=True, timeout=300)
    if done.returncode:
        check("the official client talks to mcp", [done.stderr[-600:]])
        return
    said = json.loads(done.stdout)
    wanted = {"account", "diff", "events", "hot_methods", "overview", "recordings", "rules", "sql", "verify"}
    check("the official client finds the tools", [] if wanted <= set(said["tools"]) and said["server"]["name"] == "jfrtool"
          else [str(said)[:300]])
    hot = said["hot"]["content"][0]["text"]
    top = [m for m, n in sorted(self_counts("shares-17.jfr").items(), key=lambda row: -row[1])][:3]
    check("its call has an answer", [m for m in top if m not in hot] + (["an error"] if said["hot"].get("isError") else []))
    check("errors are answers", [w for w in ("wrong", "refused") if not said[w].get("isError")])
    check("a tool that is not known is an error of the protocol", [] if said["unknown"] == -32602 else [str(said["unknown"])])


# ---- PyPI ----------------------------------------------------------------------------------------

def prometheus(scratch):
    from prometheus_client.openmetrics import parser
    for name in RECORDINGS:
        path = export(name, ".om", scratch)
        if not path:
            continue
        with open(path, encoding="utf-8") as f:
            text = f.read()
        try:
            families = list(parser.text_string_to_metric_families(text))
            lines = sum(len(family.samples) for family in families)
            check(f"{name}: Prometheus' parser reads all of it", [] if lines == sum(not l.startswith("#") for l in text.splitlines())
                  and len(families) == text.count("# TYPE ") else [f"{lines} samples in {len(families)} families"])
        except ValueError as error:
            check(f"{name}: Prometheus' parser reads it", [str(error)])


def prometheus_of_several(scratch):
    """A file of several JVMs: its parser refuses a series that goes back in time or is there twice."""
    from prometheus_client.openmetrics import parser
    paths = [os.path.join(TESTDATA, name) for name in RECORDINGS]
    out = os.path.join(scratch, "several.om")
    subprocess.run([JFRTOOL, "export", "-q", *paths, "-o", out], check=True)
    with open(out, encoding="utf-8") as f:
        text = f.read()
    try:
        series = {}
        for family in parser.text_string_to_metric_families(text):
            for sample in family.samples:
                series.setdefault((sample.name, tuple(sorted(sample.labels.items()))), []).append(float(sample.timestamp))
        problems = [str(key) for key, times in series.items() if times != sorted(set(times))]
        jvms = {dict(labels).get("pid") for _, labels in series}
        check("several JVMs: their series are told apart", problems + ([] if len(jvms) == len(paths) else [str(jvms)]))
    except ValueError as error:
        check("several JVMs: Prometheus' parser reads it", [str(error)])


def otlp(scratch):
    from opentelemetry.proto.profiles.v1development import profiles_pb2
    for name in ("shares-17.jfr", "hostile-17.jfr"):
        with open(export(name, ".otlp", scratch, "--raw-names"), "rb") as f:
            data = profiles_pb2.ProfilesData.FromString(f.read())
        d, profile = data.dictionary, data.resource_profiles[0].scope_profiles[0].profiles[0]
        problems, leaves = [], {}
        for table in (d.mapping_table, d.location_table, d.function_table, d.link_table, d.attribute_table, d.stack_table):
            if not len(table):
                problems.append("a table is empty")
        if data.DiscardUnknownFields() is None and data.ByteSize() == 0:
            problems.append("nothing is known of it")
        for sample in profile.samples:
            function = d.location_table[d.stack_table[sample.stack_index].location_indices[0]].lines[0].function_index
            leaf = d.string_table[d.function_table[function].name_strindex]
            leaves[leaf] = leaves.get(leaf, 0) + sum(sample.values)
        counts = {m: n for m, n in self_counts(name).items() if n}
        problems += [f"{m!r}: {leaves.get(m)}, not {counts.get(m)}" for m in set(leaves) | set(counts) if leaves.get(m) != counts.get(m)]
        check(f"{name}: OpenTelemetry's messages have the same samples", problems)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        modules = fetched("npm")
        if modules and not shutil.which("node"):
            skip("node is missing (Debian's package nodejs)")
        elif modules:
            speedscope(modules[0], scratch)
            profiler_cli(modules[0], scratch)
            client(modules[0], scratch)
        wheels = fetched("python")
        if wheels:
            for wheel in wheels:
                shutil.unpack_archive(wheel, os.path.join(scratch, "wheels"), "zip")
            sys.path.insert(0, os.path.join(scratch, "wheels"))
            prometheus(scratch)
            prometheus_of_several(scratch)
            otlp(scratch)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
