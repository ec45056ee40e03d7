#!/usr/bin/env python3
"""The snippets of docs/ci.md work: YAML is YAML, and the shell lines do what the document says, in a
scratch directory in the place of the CI system.

What is not ours is replaced: `curl` gives a tarball of this tree's program and agent, `mvn` runs a small
Java program with the options that the snippet passes to the tests' JVM, sees that a recording came of
it, and puts a known one in its place. Needs python3-yaml for the YAML and a JDK for the recordings;
what needs them is skipped without."""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

try:
    import yaml
except ImportError:
    yaml = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
DATA = os.path.abspath(os.environ.get("TESTDATA", os.path.join(ROOT, "testdata")))
AGENT = os.path.join(ROOT, "build/libjfragent.so")
OLD, SAME, SLOWER = (os.path.join(DATA, name) for name in ("shares-17.jfr", "shares-25.jfr", "lambdas-17.jfr"))

passed = failed = skipped = 0


def check(name, good, why=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {name}\n    " + str(why).strip().replace("\n", "\n    "))


def skip(what, count):
    global skipped
    skipped += count
    print(f"skipped: {what}")


def blocks(language):
    """The fenced blocks of that language, as [(heading, text)]."""
    with open(os.path.join(ROOT, "docs/ci.md"), encoding="utf-8") as file:
        text = file.read()
    found, heading = [], ""
    for match in re.finditer(r"^## ([^\n]*)$|^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        if match[1]:
            heading = match[1]
        elif match[2] == language:
            found.append((heading, match[3]))
    return found


def java():
    homes = [os.environ.get("JAVA_HOME", "")] + sorted(glob.glob("/usr/lib/jvm/*"))
    for home in homes:
        if os.access(os.path.join(home, "bin/javac"), os.X_OK):
            return os.path.join(home, "bin/java")
    return None


JAVA = java()
RELEASES = "https://releases.invalid"


def tarball():
    """What a release has, of this tree: a folder with the file and its sum."""
    folder = tempfile.mkdtemp(prefix="jfrtool-release.")
    name = os.path.join(folder, "jfrtool-0.0.1-linux-x86_64")
    os.mkdir(name)
    shutil.copy(TOOL, os.path.join(name, "jfrtool"))
    shutil.copy(AGENT, name)
    subprocess.run(["tar", "-C", folder, "-czf", name + ".tar.gz", os.path.basename(name)], check=True)
    with open(name + ".tar.gz", "rb") as file:
        return folder, name + ".tar.gz", hashlib.sha256(file.read()).hexdigest()


PROGRAM = """public class Busy {
    static volatile double sink;
    public static void main(String[] arguments) {
        for (long end = System.nanoTime() + 1_000_000_000L; System.nanoTime() < end;)
            for (int i = 0; i < 1000; i++) sink = Math.sqrt(sink + i);
    }
}
"""
STUBS = {
    "curl": """while [ $# -gt 1 ]; do
    case $1 in http*) asked=$1 ;; esac
    case $1 in
        http*/v0.0.1/jfrtool-0.0.1-linux-x86_64.tar.gz) found=$TARBALL ;;
        http*/sources.tar.gz) found=$SOURCES ;;
        -o) [ "$found" ] && cp "$found" "$2" ;;
    esac
    shift
done
[ "$found" ] || { echo "no $asked"; exit 22; }
""",
    # What would take minutes.
    "make": """for argument; do
    case $argument in BUILD=*) built=${argument#BUILD=} ;; esac
done
mkdir -p "$built"
cp "$ROOT/build/jfrtool" "$built"
""",
    # What surefire does with argLine; JAVA_TOOL_OPTIONS are the JVM's own business.
    "mvn": """for argument; do
    case $argument in -DargLine=*) line=${argument#-DargLine=} ;; esac
done
"$JAVA" $line "$STUBS/Busy.java" || exit 1
for made in recordings/*.jfr; do
    "$ROOT/build/jfrtool" summary -q "$made" >"$made.summary" || exit 1
    grep -q . "$made.summary" || exit 1
    mv "$made" "$MADE"
    rm "$made.summary"
done
cp "$RECORDED" recordings
""",
}


class Place:
    """A scratch directory of a CI job."""

    def __init__(self, recorded):
        self.folder = tempfile.mkdtemp(prefix="jfrtool-ci.")
        stubs = self.path(".stubs")
        for folder in (stubs, self.path(".temp"), self.path(".made")):
            os.mkdir(folder)
        for name, body in STUBS.items():
            self.stub(name, body)
        with open(os.path.join(stubs, "Busy.java"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        self.environment = {
            "PATH": f"{stubs}:{os.environ['PATH']}", "HOME": self.folder, "ROOT": ROOT, "STUBS": stubs,
            "MADE": self.path(".made"), "JAVA": JAVA or "", "RECORDED": recorded, "TARBALL": RELEASE[1],
            "JFRTOOL_RELEASES": RELEASES, "JFRTOOL_VERSION": "0.0.1", "JFRTOOL_SHA256": RELEASE[2],
            "RUNNER_TEMP": self.path(".temp"), "GITHUB_PATH": self.path(".path"),
            "GITHUB_STEP_SUMMARY": self.path(".summary"), "GITHUB_OUTPUT": self.path(".output"), "GITHUB_ACTION_PATH": ROOT, "LC_ALL": "C.UTF-8",
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", ""),
        }

    def path(self, name):
        return os.path.join(self.folder, name)

    def stub(self, name, body):
        with open(self.path(os.path.join(".stubs", name)), "w", encoding="utf-8") as file:
            file.write("#!/bin/bash\n" + body)
        os.chmod(file.name, 0o755)

    def run(self, script, shell=("bash", "-e", "-o", "pipefail")):
        """The exit code and what was said."""
        environment = dict(self.environment)
        if os.path.exists(self.path(".path")):
            with open(self.path(".path"), encoding="utf-8") as file:
                environment["PATH"] = ":".join(file.read().split()[::-1] + [environment["PATH"]])
        done = subprocess.run([*shell, "-c", script], cwd=self.folder, env=environment, text=True, timeout=300,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False)
        return done.returncode, done.stdout

    def made(self):
        return len(os.listdir(self.path(".made")))

    def text(self, name):
        try:
            with open(self.path(name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def close(self):
        shutil.rmtree(self.folder)


def expect(name, result, code):
    check(f"{name}: exit code {code}", result[0] == code, f"exit code {result[0]}\n{result[1]}")


def shell_lines():
    get, *record = blocks("sh")
    place = Place(OLD)
    result = place.run(get[1])
    expect("getting jfrtool", result, 0)
    check("getting jfrtool: it says its version", re.search(r"^jfrtool \d", result[1], re.M), result[1])
    place.close()
    check("there are four ways to record", len(record) == 4)
    for number, (_, script) in enumerate(record):
        place = Place(OLD)
        os.symlink(RELEASE[1].removesuffix(".tar.gz"), place.path("jfrtool"))
        expect(f"recording, way {number + 1}", place.run(script), 0)
        check(f"recording, way {number + 1}: there is a recording", place.made() >= 1)
        place.close()


def action(inputs):
    """The steps of action.yml that run, as (name, script) with what the inputs are put in."""
    with open(os.path.join(ROOT, "action.yml"), encoding="utf-8") as file:
        document = yaml.safe_load(file)
    check("action: what it requires is given", all(name in inputs for name, i in document["inputs"].items() if i.get("required")))
    check("action: what is given it knows", set(inputs) <= set(document["inputs"]))
    values = {name: str(inputs.get(name, i.get("default", ""))) for name, i in document["inputs"].items()}
    for step in document["runs"]["steps"]:
        wanted = re.findall(r"inputs\.([a-z-]+) != ''", step.get("if", ""))
        if "run" in step and all(values[name] for name in wanted):
            given = {key: values[re.search(r"inputs\.([a-z0-9-]+)", value)[1]] or (RELEASES if key == "RELEASES" and inputs.get("version") else "") for key, value in step["env"].items()}
            yield step["name"], "\n".join(f"export {key}='{value}'" for key, value in given.items()) + "\n" + step["run"]


def github(document):
    steps = [step for step in document["jobs"]["profile"]["steps"] if "name" in step]
    check("GitHub: it runs for pull requests and pushes", set(document[True]) == {"push", "pull_request"})

    def job(event, recorded, baseline, gate):
        place = Place(recorded)
        if baseline:
            shutil.copy(baseline, place.path("baseline.pb.gz"))

        def fill(text):
            text = re.sub(r"\$\{\{ github.event_name == 'pull_request' && '([^']*)' \|\| '' \}\}",
                          lambda m: m[1] if event == "pull_request" else "", str(text))
            for line in place.text(".output").splitlines():
                key, value = line.split("=", 1)
                text = text.replace("${{ steps.jfrtool.outputs.%s }}" % key, value)
            return text

        for step in steps:
            condition = str(step.get("if", "always()"))
            if condition != "always()" and condition != f"github.event_name == '{event}'":
                continue
            if "uses" in step:
                inputs = {key: fill(value) for key, value in step.get("with", {}).items()} | {"version": "0.0.1", "sha256": RELEASE[2]}
                for name, script in action(inputs):
                    expect(f"GitHub, {event}, {name}", place.run(script), gate if name == "Gate" else 0)
            else:
                expect(f"GitHub, {event}, {step['name']}", place.run(fill(step["run"])), 0)
        return place

    other = Place(OLD)
    result = other.run(f"VERSION=0.0.1 SHA256={'0' * 64} RELEASES={RELEASES} {ROOT}/packaging/fetch.sh here")
    expect("fetching what is another file", result, 1)
    check("fetching what is another file: nothing is unpacked", not os.listdir(other.path("here")), result[1])
    other.close()
    for what, given, said in (("without a version", "", ""),
                              ("without a release", f"VERSION=9.9.9 SHA256={'0' * 64} RELEASES=file:///nowhere", "::warning::there is no jfrtool-9.9.9-linux-"),
                              ("of an action that is no one's", f"VERSION=9.9.9 SHA256={'0' * 64} GITHUB_ACTION_PATH=/here", "::warning::there is no jfrtool-9.9.9-linux-")):
        other = Place(OLD)
        result = other.run(f"{given} {ROOT}/packaging/fetch.sh here")
        expect(f"fetching {what}", result, 0)
        folder = result[1].splitlines()[-1]
        check(f"fetching {what}: it is built", folder == other.path("here/built") and os.access(os.path.join(folder, "jfrtool"), os.X_OK), result[1])
        check(f"fetching {what}: that is said", said in result[1], result[1])
        other.close()
    other = Place(OLD)
    result = other.run(f"VERSION=0.0.1 SHA256= RELEASES={RELEASES} {ROOT}/packaging/fetch.sh here")
    expect("fetching without a sum", result, 1)
    check("fetching without a sum: which is said", "(sha256" in result[1], result[1])
    other.close()
    with open(os.path.join(ROOT, "action.yml"), encoding="utf-8") as file:
        options = re.findall(r"such as (--[a-z-]+)", file.read())
    for option in options:
        known = subprocess.run([TOOL, "gate", option, "x", "/dev/null", "/dev/null"], text=True, capture_output=True, check=False).stderr
        check(f"action: {option} is an option of gate", "there is no option" not in known, known)
    place = job("push", OLD, None, None)
    check("GitHub: a push makes a recording", place.made() >= 1)
    check("GitHub: a push makes a baseline", os.path.getsize(place.path("baseline.pb.gz")) < 100000)
    check("GitHub: the report is in the step's summary", place.text(".summary").startswith("### Flight Recorder report"))
    check("GitHub: the report is there", os.path.exists(place.path("jfr-report/index.html")))
    baseline = place.path("baseline.pb.gz")
    for name, recorded, base, code in (("first", OLD, None, 0), ("like the base", SAME, baseline, 0),
                                       ("another profile", SLOWER, baseline, 1)):
        other = job("pull_request", recorded, base, code)
        if base:
            check(f"GitHub, {name}: the verdict is in the summary", other.text(".summary").count("\n### ") >= 1)
            check(f"GitHub, {name}: SARIF is there", '"2.1.0"' in other.text("gate.sarif"))
        else:
            check(f"GitHub, {name}: it says so", "no baseline yet" in other.text(".summary"))
        other.close()
    place.close()


def baseline_in(place):
    os.mkdir(place.path("ci"))
    subprocess.run([TOOL, "profile", "-q", OLD, "-o", place.path("ci/baseline.pb.gz")], check=True)


def gitlab(document):
    given = document["include"][0]["inputs"]
    with open(os.path.join(ROOT, "templates/jfrtool.yml"), encoding="utf-8") as file:
        head, _, body = file.read().partition("\n---\n")
    inputs = yaml.safe_load(head)["spec"]["inputs"]
    check("GitLab: what the component requires is given", all(name in given for name, i in inputs.items() if "default" not in i))
    check("GitLab: what is given it knows", set(given) <= set(inputs))
    values = {name: i.get("default") for name, i in inputs.items()} | \
        {"version": "0.0.1", "sha256": RELEASE[2], "releases": RELEASES}

    def filled(inputs):
        return re.sub(r"\$\[\[ inputs\.([a-z0-9-]+) \]\]", lambda m: inputs[m[1]], body)

    job = yaml.safe_load(filled(values))["profile"]
    fetch = "\n".join(job["before_script"])
    for processor in ("aarch64", "arm64"):
        place = Place(OLD)
        place.stub("uname", f"echo {processor}\n")
        result = place.run(fetch)
        expect(f"GitLab, {processor}, without its sum", result, 1)
        check(f"GitLab, {processor}: it names the input", "(sha256-aarch64)" in result[1], result[1])
        result = place.run(fetch.replace('sum=""', 'sum="0"'))
        expect(f"GitLab, {processor}, with its sum", result, 22)
        check(f"GitLab, {processor}: that processor's file is fetched",
              f"no {RELEASES}/v0.0.1/jfrtool-0.0.1-linux-aarch64.tar.gz" in result[1], result[1])
        place.close()
    place = Place(OLD)
    expect("GitLab, another sum", place.run(fetch.replace(RELEASE[2], "0" * 64)), 1)
    check("GitLab, another sum: nothing is unpacked", not os.path.exists(place.path("jfrtool")))
    place.close()
    for version in ("", "9.9.9"):
        place = Place(OLD)
        with tarfile.open(place.path("sources.tar.gz"), "w:gz") as tar:
            for name in ("packaging/fetch.sh", ".ci/deps.sh"):
                tar.add(os.path.join(ROOT, name), f"jfrtool-main/{name}")
        place.environment["SOURCES"] = place.path("sources.tar.gz")
        sources = {**values, "version": version, "sources": "https://sources.invalid/sources.tar.gz"}
        result = place.run("\n".join(yaml.safe_load(filled(sources))["profile"]["before_script"]))
        expect(f"GitLab, version {version or 'none'}: built from sources", result, 0)
        check(f"GitLab, version {version or 'none'}: the program is there", os.access(place.path("jfrtool/jfrtool"), os.X_OK), result[1])
        place.close()
    check("GitLab: what was compared to nothing does not fail", job["allow_failure"]["exit_codes"] == [4])
    for name, recorded, code in (("like the base", SAME, 0), ("another profile", SLOWER, 1)):
        place = Place(recorded)
        baseline_in(place)
        expect(f"GitLab, {name}", place.run("\n".join(job["before_script"] + job["script"])), code)
        expect(f"GitLab, {name}, afterwards", place.run("\n".join(job["after_script"])), 0)
        for path in [*job["artifacts"]["paths"], *job["artifacts"]["reports"].values()]:
            check(f"GitLab, {name}: {path} is there", os.path.exists(place.path(path)))
        check(f"GitLab, {name}: a recording was made", place.made() >= 1)
        place.close()


def jenkins(text):
    check("Jenkins: brackets are closed", all(text.count(a) == text.count(b) for a, b in ("{}", "()", "[]")))
    scripts = re.findall(r"'''(.*?)'''", text, re.S)
    check("Jenkins: four scripts", len(scripts) == 4)
    for name, recorded, code in (("like the base", SAME, 0), ("another profile", SLOWER, 1)):
        place = Place(recorded)
        baseline_in(place)
        for number, script in enumerate(scripts):
            expect(f"Jenkins, {name}, script {number + 1}", place.run(script, ("sh", "-xe")), code if number == 2 else 0)
        check(f"Jenkins, {name}: JUnit is there", "<testsuites" in place.text("gate.xml"))
        check(f"Jenkins, {name}: the report is there", os.path.exists(place.path("jfr-report/index.html")))
        place.close()


def exit_codes():
    """The table: what each code is said to come from."""
    place = Place(OLD)
    os.mkdir(place.path("none"))
    place.environment.update(OLD=OLD, SLOWER=SLOWER, KILLED=os.path.join(DATA, "killed-17"),
                             CUSTOM=os.path.join(DATA, "cputime-25.jfr.zst"))
    for script, code in (
            ('"$T" gate "$OLD" "$OLD"', 0), ('"$T" gate "$OLD" "$SLOWER"', 1), ('"$T" gate missing.pb.gz "$OLD"', 2),
            ('"$T" gate "$OLD" none', 3), ('"$T" gate --event lock "$CUSTOM" "$CUSTOM"', 4),
            ('"$T" gate --strict "$KILLED" "$KILLED"', 5), ('"$T" report "$OLD"', 0), ('"$T" report --bogus "$OLD"', 2),
            ('"$T" report none', 3), ('"$T" report none --allow-empty', 0), ('"$T" report --strict "$KILLED"', 5)):
        expect(script, place.run(script.replace('"$T"', TOOL)), code)
    place.close()


RELEASE = (None, "", "")


def main():
    global RELEASE
    exit_codes()
    if JAVA is None or not os.path.exists(AGENT):
        skip("recording in CI jobs: no JDK, or no agent built", 4)
    else:
        RELEASE = tarball()
        shell_lines()
        for heading, text in blocks("groovy"):
            jenkins(text)
        if yaml is None:
            skip("YAML of CI systems: no python3-yaml", 2)
        else:
            documents = {heading: yaml.safe_load(text) for heading, text in blocks("yaml")}
            github(documents["GitHub Actions"])
            gitlab(documents["GitLab CI"])
        shutil.rmtree(RELEASE[0])
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


sys.exit(main())
