"""What `jvm` says of flags, settings, properties, modules and container against `jfr print --json`.

usage: jvm.py
"""
import collections
import json
import os
import sys
import tempfile

import jdk
from jdk import JFRTOOL, check, finish, find_recording, run, skip

CORPUS = os.environ.get("CORPUS", "")
OF_CORPUS = ["tck-test.jfr", "metadata_control.jfr", "MetadataBaseline_9.jfr"]
OF_TESTDATA = ["shares-25", "native-17", "custom-17"]
FLAGS = {"Boolean": "boolean", "Int": "int", "UnsignedInt": "unsigned int", "Long": "long",
         "UnsignedLong": "unsigned long", "Double": "double", "String": "string"}
SETTINGS = {"enabled": "enabled", "threshold": "threshold", "throttle": "throttle",
            "period": "period", "cutoff": "cutoff", "stackTrace": "stack_trace",
            "filter": "filter", "level": "level"}


def printed(jfr, path):
    done = run(jfr, "print", "--json", "--stack-depth", "1", "--events",
               "JVMInformation,*Flag,ActiveSetting,InitialSystemProperty,"
               "InitialEnvironmentVariable,ModuleRequire,ContainerConfiguration,JavaAgent", path)
    events = collections.defaultdict(list)
    for event in json.loads(done.stdout, strict=False)["recording"]["events"]:
        events[event["type"].rsplit(".", 1)[1]].append(event["values"])
    return events


def ours_of(path, *options):
    done = run(JFRTOOL, "jvm", "--json", "--quiet", *options, path)
    if done.returncode:
        raise RuntimeError(f"exit {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def differences(mine, theirs):
    return [f"only ours: {row}" for row in sorted(mine - theirs, key=str)[:4]] + \
           [f"only jfr's: {row}" for row in sorted(theirs - mine, key=str)[:4]]


def value_of(kind, value):
    if kind == "Boolean":
        return str(value).lower()
    if kind in ("UnsignedInt", "UnsignedLong") and value < 0:
        value += 1 << 64
    return "%g" % value if kind == "Double" else str(value if value is not None else "")


def flag_problems(ours, events):
    theirs = {(v["name"], FLAGS[kind], value_of(kind, v["value"]), v["origin"])
              for kind in FLAGS for v in events[kind + "Flag"]}
    mine = {(f["name"], f["type"], f["value"], f["origin"]) for f in ours["flags"]}
    if len(mine) != len(ours["flags"]):
        return ["a flag is there twice"]
    return differences(mine, theirs)


def pair_problems(ours, events, key, event):
    return differences({(p["key"], p["value"]) for p in ours[key]},
                       {(p["key"], p["value"]) for p in events[event]})


def module_problems(ours, events):
    theirs = {(m["source"]["name"], m["source"]["version"], m["source"]["location"])
              for m in events["ModuleRequire"] if m["source"]}
    return differences({(m["name"], m["version"], m["location"]) for m in ours["modules"]}, theirs)


def jvm_problems(ours, events):
    theirs = {(j["jvmName"], j["jvmArguments"], j["javaArguments"], j.get("pid"))
              for j in events["JVMInformation"]}
    mine = {(j["name"], j["arguments"], j["java_arguments"], j["pid"]) for j in ours["jvms"]}
    return differences(mine, theirs)


def container_problems(ours, events):
    if not events["ContainerConfiguration"]:
        return [] if ours["container"] is None else ["a container that jfr does not know"]
    theirs, mine = events["ContainerConfiguration"][-1], ours["container"]
    limit = theirs["memoryLimit"] if theirs["memoryLimit"] > 0 else None
    wanted = {"type": theirs["containerType"], "cpus": theirs["effectiveCpuCount"],
              "memory_limit_bytes": limit}
    return [f"{key}: ours {mine[key]}, jfr {value}" for key, value in wanted.items()
            if mine[key] != value]


def setting_counts(ours, events):
    """Without the names of ids: how often each value of each setting is there."""
    last = {}
    for s in sorted(events["ActiveSetting"], key=lambda s: s["startTime"]):
        last[(s["id"], s["name"])] = s["value"]
    theirs = collections.Counter((name, value) for (_, name), value in last.items()
                                 if name in SETTINGS)
    mine = collections.Counter((name, s[key]) for s in ours["settings"]
                               for name, key in SETTINGS.items() if s[key] is not None)
    # Settings of types that no chunk describes have no name, and are left out.
    return [f"{key}: ours {n}, jfr {theirs[key]}" for key, n in mine.items() if n > theirs[key]] + \
           ([] if sum(mine.values()) > 0.9 * sum(theirs.values()) else
            [f"ours {sum(mine.values())} settings, jfr {sum(theirs.values())}"])


def recording_problems(label, jfr, path):
    events, ours = printed(jfr, path), ours_of(path, "--secrets")
    for what, problems in {
        "flags": lambda: flag_problems(ours, events),
        # ids of types are those of a chunk; this one has chunks of two recorders
        "settings": lambda: [] if "tck" in label else setting_counts(ours, events),
        "JVMs": lambda: jvm_problems(ours, events),
        "system properties": lambda: pair_problems(ours, events, "system_properties",
                                                   "InitialSystemProperty"),
        "environment": lambda: pair_problems(ours, events, "environment",
                                             "InitialEnvironmentVariable"),
        "modules": lambda: module_problems(ours, events),
        "the container": lambda: container_problems(ours, events),
    }.items():
        check(f"{label}: {what} as jfr print has them", problems())
    masked = ours_of(path)
    keys = [key for key in ("flags", "settings", "modules") if masked[key] != ours[key]]
    check(f"{label}: without --secrets only texts are masked",
          [f"{key} differ" for key in keys if key != "flags"])


def secret_problems(home, scratch):
    """A JVM that was given secrets, in all places that a recording has."""
    path, classes = os.path.join(scratch, "secrets.jfr"), os.path.join(scratch, "classes")
    os.makedirs(classes, exist_ok=True)
    source = os.path.join(classes, "Idle.java")
    with open(source, "w", encoding="utf-8") as f:
        f.write("public class Idle { public static void main(String[] a) { } }\n")
    run(os.path.join(home, "bin/javac"), "-d", classes, source)
    os.environ["TEST_API_TOKEN"] = "hunter-env"
    done = run(os.path.join(home, "bin/java"), "-Dtest.db.password=hunter-arg", "-cp", classes,
               f"-XX:StartFlightRecording=filename={path},settings=profile", "Idle", "--secret",
               "hunter-program")
    del os.environ["TEST_API_TOKEN"]
    if not os.path.exists(path):
        return [f"no recording: {done.stderr}"]
    open_text, masked = json.dumps(ours_of(path, "--secrets")), json.dumps(ours_of(path))
    problems = [f"{word} is shown" for word in ("hunter-env", "hunter-arg", "hunter-program")
                if word in masked]
    problems += [f"{word} is not shown with --secrets" for word in ("hunter-env", "hunter-arg")
                 if word not in open_text]
    for form in ("text", "md", "html", "csv"):
        done = run(JFRTOOL, "jvm", "--all", "--quiet", "--format", form, path)
        problems += [f"{form} shows it"] if "hunter-" in done.stdout else []
    return problems


def main():
    homes = jdk.jdks()
    if not homes:
        skip("no JDK under /usr/lib/jvm or in JAVA_HOME")
        return finish()
    with tempfile.TemporaryDirectory() as scratch:
        jfr = os.path.join(homes[0], "bin/jfr")
        paths = [jdk.decompressed(find_recording(name), scratch) for name in OF_TESTDATA]
        if os.path.isdir(CORPUS):
            paths += [os.path.join(CORPUS, "recordings", name) for name in OF_CORPUS]
        else:
            skip("no corpus of recordings (CORPUS=folder)")
        for path in paths:
            recording_problems(os.path.basename(path), jfr, path)
        for home in homes:
            check(f"{os.path.basename(home)}: secrets are masked", secret_problems(home, scratch))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
