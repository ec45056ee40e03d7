"""`overview` on programs whose fault is known: each is recorded anew with every JDK found, and the
first finding has to be the fault; of healthy ones no finding is a WARNING, but for the machine's.

usage: run.py [--seconds N] [--keep FOLDER] [--cost] [NAME...]

A program says what is expected in lines at its beginning:
  // fault: what is wrong with it             // healthy: what it does
  // first: a regular expression that fits the first finding       // chain: that fits it, too
  // java: options        // fault-java: options that are the fault, left out where it is mended
  // agent: wall=20ms    recorded by our agent alone, with these options
  // seconds: 35         how long it is recorded, if not as long as the others
  // needs: 22           a JDK of that version or later
  // cost: yes            what the finding says that it costs is held against what -Dmend=true gains,
                          in pairs of runs without a recording (--cost)
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
JFRTOOL = os.path.abspath(os.environ.get("JFRTOOL", "build/jfrtool"))
AGENT = os.path.join(os.path.dirname(JFRTOOL), "libjfragent.so")
# What the machine does besides, and what the recording costs, are true and no fault of the program.
BESIDES = {"CompareCpu", "RecordingCost", "LowOnPhysicalMemory"}
# Half of each are recorded with the usual settings, half with those for profiling.
SETTINGS = ("profile", "default")


def version(home):
    with open(os.path.join(home, "release"), encoding="utf-8") as file:
        found = re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', file.read())
    return int(found.group(1)) if found else 8


def wanted(path):
    with open(path, encoding="utf-8") as file:
        return dict(re.findall(r"^// ([a-z-]+): (.*)$", file.read(), re.M))


def java(home, classes, name, says, mend, seconds, *options):
    own = says.get("java", "").split() + ([] if mend else says.get("fault-java", "").split())
    done = subprocess.run(["nice", "-n", "5", os.path.join(home, "bin/java"), *own, *options, f"-Dmend={str(mend).lower()}",
                           f"-Dseconds={seconds}", "-cp", classes, name],
                          cwd=classes, capture_output=True, text=True)  # where a heap dump of it goes, too
    units = re.search(r"UNITS (\d+)", done.stdout)
    if not units:
        raise RuntimeError(f"{name}: {done.stderr[-500:]}")
    return int(units.group(1))


def findings(path):
    done = subprocess.run([JFRTOOL, "overview", "--json", "--quiet", path], capture_output=True, text=True)
    found = json.loads(done.stdout)["findings"] if done.returncode == 0 else []
    return [f for f in found if f["id"] not in BESIDES]


def said(finding):
    return json.dumps({k: v for k, v in finding.items() if k != "see"}, ensure_ascii=False)


def judge(says, found):
    first = f"{found[0]['severity']} {found[0]['id']}: {found[0]['summary']}" if found else "nothing"
    if "healthy" in says:
        alarms = [f for f in found if f["severity"] == "WARNING"]
        return ("FALSE" if alarms else "quiet"), (alarms or found or [None])[0], first
    for place, finding in enumerate(found):
        if re.search(says["first"], said(finding)):
            whole = re.search(says.get("chain", ""), said(finding))
            return ("first" if place == 0 else f"place {place + 1}") + ("*" if whole else ""), finding, first
    return "missed", None, first


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--keep", help="folder of the recordings; those that are there are not made again")
    parser.add_argument("--cost", action="store_true", help="measure what mending gains")
    parser.add_argument("--jdk", help="only homes whose path has this in it")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    homes = sorted({os.path.realpath(h) for h in glob.glob("/usr/lib/jvm/*") if os.path.exists(h + "/bin/javac")})
    homes = [h for h in homes if not options.jdk or options.jdk in h]
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        keep = options.keep or scratch
        os.makedirs(keep, exist_ok=True)
        paths = sorted(p for p in glob.glob(HERE + "/*.java") if wanted(p))
        for number, path in enumerate(paths):
            name, says = os.path.basename(path)[:-5], wanted(path)
            if options.names and name not in options.names:
                continue
            for home in homes:
                classes = os.path.join(scratch, os.path.basename(home))
                if int(says.get("needs", 0)) > version(home):
                    continue
                if not os.path.exists(classes):
                    sources = [source for source in glob.glob(HERE + "/**/*.java", recursive=True)
                               if int(wanted(source).get("needs", 0)) <= version(home)]
                    subprocess.run([home + "/bin/javac", "-d", classes, *sources], check=True)
                recording = os.path.join(keep, f"{name}-{os.path.basename(home)}.jfr")
                if not os.path.exists(recording):
                    settings = SETTINGS[(number + homes.index(home)) % 2]
                    recorder = f"-XX:StartFlightRecording:filename={recording},settings={settings}"
                    if "agent" in says:
                        recorder = f"-agentpath:{AGENT}={says['agent']},file={recording}"
                    java(home, classes, name, says, False, int(says.get("seconds", options.seconds)), recorder)
                found = findings(recording)
                verdict, finding, first = judge(says, found)
                bad += verdict.rstrip("*") not in ("first", "quiet")
                line = f"{verdict:10} {name:12} {os.path.basename(home):28} {first[:options.v and 600 or 150]}"
                if options.cost and "cost" in says and finding and finding["cost_percent"] is not None:
                    fault, mended = ([java(home, classes, name, says, mend, options.seconds) for mend in (False, True, False, True)][k::2]
                                     for k in (0, 1))
                    gained = 100 * (1 - sum(fault) / sum(mended))
                    line += f"\n{'':10} says {finding['cost_percent']:.0f} %, mending gains {gained:.0f} %"
                print(line, flush=True)
                for other in found[:5] if options.v else []:
                    print(f"{'':12} {other['severity']} {other['id']} {other.get('cost_percent')} {other['summary'][:300]}")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
