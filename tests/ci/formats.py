#!/usr/bin/env python3
"""What the gate writes for CI systems, against schemas of those formats (written down in this test)
and against what the systems limit; and rules files: docs/gate.schema.json and the program have to
agree on which are right.

Needs python3-jsonschema; without it, or without xmllint, those checks are skipped."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

try:
    import jsonschema
except ImportError:
    jsonschema = None

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.abspath(os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool")))
DATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
BASE, NEW = (os.path.join(DATA, name) for name in ("shares-17.jfr", "deep-17.jfr"))
HOSTILE = os.path.join(DATA, "hostile-17.jfr")

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
# Of SARIF 2.1.0: what a log of this kind consists of, nothing else allowed.
SARIF = {
    "type": "object", "required": ["version", "runs"], "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"},
        "runs": {"type": "array", "items": {
            "type": "object", "required": ["tool"], "additionalProperties": False,
            "properties": {
                "tool": {"type": "object", "required": ["driver"], "additionalProperties": False, "properties": {
                    "driver": {"type": "object", "required": ["name"], "additionalProperties": False, "properties": {
                        "name": {"type": "string"}, "version": {"type": "string"},
                        "rules": {"type": "array", "uniqueItems": True, "maxItems": 25000, "items": {
                            # what GitHub asks for besides: GH2012 of the SARIF Multitool
                            "type": "object", "required": ["id", "fullDescription", "help"],
                            "additionalProperties": False,
                            "properties": {"id": {"type": "string"}, "shortDescription": TEXT,
                                           "fullDescription": TEXT, "help": TEXT}}}}}}},
                "results": {"type": "array", "maxItems": 5000, "items": {
                    "type": "object", "required": ["message", "locations"], "additionalProperties": False,
                    "properties": {
                        "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": -1},
                        "level": {"enum": ["none", "note", "warning", "error"]}, "message": TEXT,
                        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
                        "locations": {"type": "array", "minItems": 1, "items": {
                            # uploads are refused where a result has no file
                            "type": "object", "required": ["physicalLocation"],
                            "additionalProperties": False, "properties": {
                                "physicalLocation": {
                                    "type": "object", "required": ["artifactLocation"], "additionalProperties": False,
                                    "properties": {
                                        "artifactLocation": {"type": "object", "properties": {
                                            "uri": {"type": "string", "pattern": "^[A-Za-z0-9._~/%-]+$"}}},
                                        "region": {"type": "object", "properties": {
                                            "startLine": {"type": "integer", "minimum": 1}}}}},
                                "logicalLocations": {"type": "array", "uniqueItems": True, "items": {
                                    "type": "object", "additionalProperties": False, "properties": {
                                        "fullyQualifiedName": {"type": "string"},
                                        "kind": {"enum": ["function", "type", "namespace"]}}}}}}}}}}}}},
    },
}
GITLAB = {"type": "array", "items": {
    "type": "object", "required": ["description", "check_name", "fingerprint", "severity", "location"],
    "additionalProperties": False,
    "properties": {
        "description": {"type": "string", "minLength": 1}, "check_name": {"type": "string"},
        "fingerprint": {"type": "string", "minLength": 16},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": {"type": "object", "required": ["path", "lines"], "properties": {
            "path": {"type": "string", "pattern": "^[^/]"},
            "lines": {"type": "object", "required": ["begin"], "properties": {
                "begin": {"type": "integer", "minimum": 1}}}}}}}}

passed = failed = skipped = 0


def check(name, fine, detail=""):
    global passed, failed
    if fine:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name}: {detail}")


def skip(name):
    global skipped
    skipped += 1
    print(f"skipped: {name}")


def gate(*arguments, rules=None):
    command = [TOOL, "gate", "--quiet"]
    if rules is not None:
        with open("rules.json", "w", encoding="utf-8") as file:
            file.write(rules if isinstance(rules, str) else json.dumps(rules))
        command += ["--rules", "rules.json"]
    return subprocess.run(command + list(arguments), capture_output=True, check=False)


def validate(name, document, schema):
    if not jsonschema:
        return skip(name)
    try:
        jsonschema.validate(document, schema)
        check(name, True)
    except jsonschema.ValidationError as error:
        check(name, False, error.message)


def written(label, new, rules, expected):
    """Everything the gate writes about one comparison."""
    result = gate("--json", "--github-annotations", "--junit", "j.xml", "--sarif", "s.json", "--gitlab", "g.json",
                  "--markdown", "m.md", "--source-root", "src", BASE, new, rules=rules)
    check(f"{label}: exit code", result.returncode == expected, result)
    report = json.loads(result.stdout)
    sarif = json.load(open("s.json", encoding="utf-8"))
    gitlab = json.load(open("g.json", encoding="utf-8"))
    validate(f"{label}: SARIF", sarif, SARIF)
    validate(f"{label}: GitLab", gitlab, GITLAB)
    findings = [f for rule in report["rules"] for f in rule["findings"]]
    check(f"{label}: a result for each finding", len(sarif["runs"][0]["results"]) == min(len(findings), 5000))
    check(f"{label}: an issue for each finding", len(gitlab) == len(findings))
    check(f"{label}: fingerprints differ", len({i["fingerprint"] for i in gitlab}) == len(gitlab))
    suites = ElementTree.parse("j.xml").getroot()
    cases = suites.findall(".//testcase")
    check(f"{label}: a test case for each rule", len(cases) == len(report["rules"]))
    check(f"{label}: failures are counted", int(suites.get("failures")) == len(suites.findall(".//failure")))
    if shutil.which("xmllint"):
        lint = subprocess.run(["xmllint", "--noout", "--schema", os.path.join(HERE, "junit.xsd"), "j.xml"],
                              capture_output=True, check=False)
        check(f"{label}: JUnit's schema", lint.returncode == 0, lint.stderr)
    else:
        skip(f"{label}: JUnit's schema (xmllint is not there)")
    annotations = result.stderr.decode().splitlines()
    check(f"{label}: at most ten annotations", len(annotations) == min(10, len(findings)), annotations)
    form = re.compile(r"^::(error|warning) (file=[^:,]+,line=\d+,)?title=[^:,\n]*::[^\n]+$")
    check(f"{label}: annotations are one line each", all(form.match(line) for line in annotations), annotations)
    check(f"{label}: a percent sign is escaped", all("%25" in line for line in annotations), annotations)
    return report


def limits():
    rules = {"min_samples": 100, "rules": [
        {"id": f"rule {i} " + "x" * 300, "check": "growth", "max_points": 1 + i / 1000} for i in range(700)]}
    for limit in (1048576, 65536, 60000, 1001):
        gate("--markdown", "m.md", "--md-limit", str(limit), BASE, NEW, rules=rules)
        text = open("m.md", "rb").read()
        check(f"Markdown below {limit}", 0 < len(text) <= limit, len(text))
        check(f"Markdown of {limit} bytes says what is missing", b"Left out" in text)
        check(f"Markdown of {limit} bytes has the verdict first", text.startswith("### ❌".encode()))
        check(f"Markdown of {limit} bytes is whole text", text.decode("utf-8") != "")
        opened, closed = text.count(b"<details>"), text.count(b"</details>")
        check(f"Markdown of {limit} bytes has whole sections", opened == closed)
    gate("--markdown", "m.md", BASE, NEW, rules=rules)
    check("Markdown fits into a step summary by itself", os.path.getsize("m.md") <= 1048576)


GROWTH = {"check": "growth", "max_points": 2}
RULES = [  # right or not, rules file
    (True, {"rules": [GROWTH]}),
    (True, {"$schema": "x", "significance": 0.01, "min_samples": 10, "rules": [GROWTH]}),
    (True, {"rules": [{**GROWTH, "id": "a", "level": "warning", "of": "self", "by": "class", "match": "a.*",
                       "event": "cpu", "measure": "samples", "max_ratio": 1.5, "min_samples": 1}]}),
    (True, {"rules": [{"check": "share", "max_percent": 99, "by": "pattern", "match": "x"}]}),
    (True, {"rules": [{"check": "allocation", "max_growth": 1e9}, {"check": "lock-wait", "max": 1e9},
                      {"check": "gc-pause", "of": "longest", "max": 1e9}, {"check": "gc-pause", "max_ratio": 99}]}),
    (True, {"rules": [{"check": "cpu-time", "max": 1e9}, {"check": "rate", "event": "a.B", "min_ratio": 0.1},
                      {"check": "rate", "event": "a.B", "per": "a.C", "max": 1e9},
                      {"check": "quantile", "event": "a.B", "of": "p99.9", "max_ratio": 99, "max_growth": 1e9}]}),
    (False, {"rules": [{"check": "rate", "max": 5}]}),
    (False, {"rules": [{"check": "rate", "event": "a.*", "max": 5}]}),
    (False, {"rules": [{"check": "rate", "event": "a.B", "min_ratio": 1.1}]}),
    (False, {"rules": [{"check": "rate", "event": "a.B", "min_ratio": 0.9, "max_ratio": 2}]}),
    (False, {"rules": [{"check": "rate", "event": "a.B"}]}),
    (False, {"rules": [{"check": "quantile", "event": "a.B", "max": 5}]}),
    (False, {"rules": [{"check": "quantile", "event": "a.B", "of": "99", "max": 5}]}),
    (False, {"rules": [{"check": "cpu-time", "event": "a.B", "max": 5}]}),
    (False, {"rules": [{"check": "lock-wait", "min_ratio": 0.5}]}),
    (False, {}), (False, []), (False, {"rules": []}), (False, {"rules": [{}]}), (False, {"rules": ["x"]}),
    (False, {"rules": [GROWTH], "extra": 1}),
    (False, {"rules": [{"check": "growth"}]}),
    (False, {"rules": [{"check": "slow", "max_points": 2}]}),
    (False, {"rules": [{**GROWTH, "max_points": 101}]}),
    (False, {"rules": [{**GROWTH, "max_points": "2"}]}),
    (False, {"rules": [{**GROWTH, "max_ratio": 0.9}]}),
    (False, {"rules": [{**GROWTH, "by": "thread"}]}),
    (False, {"rules": [{**GROWTH, "by": "pattern"}]}),
    (False, {"rules": [{**GROWTH, "max_percent": 5}]}),
    (False, {"rules": [{**GROWTH, "significance": 0.6}]}),
    (False, {"rules": [{**GROWTH, "min_samples": -1}]}),
    (False, {"rules": [{**GROWTH, "match": ""}]}),
    (False, {"rules": [{**GROWTH, "id": ""}]}),
    (False, {"rules": [{"check": "share"}]}),
    (False, {"rules": [{"check": "share", "max_percent": 5, "max_points": 2}]}),
    (False, {"rules": [{"check": "gc-pause", "max": 1, "max_ratio": 2}]}),
    (False, {"rules": [{"check": "gc-pause", "max": 1, "by": "method"}]}),
    (False, {"rules": [{"check": "allocation", "max": 1, "of": "sum"}]}),
    (False, {"rules": [{"check": "lock-wait"}]}),
]


def rules_files():
    schema = json.load(open(os.path.join(ROOT, "docs/gate.schema.json"), encoding="utf-8"))
    for right, rules in RULES:
        code = gate(BASE, BASE, rules=rules).returncode
        check(f"the program {'takes' if right else 'refuses'} {json.dumps(rules)}", (code in (0, 1)) == right, code)
        if jsonschema:
            fits = jsonschema.Draft7Validator(schema).is_valid(rules)
            check(f"the schema {'takes' if right else 'refuses'} {json.dumps(rules)}", fits == right)
    if not jsonschema:
        skip("rules files against docs/gate.schema.json")
    text = open(os.path.join(ROOT, "docs/gate.md"), encoding="utf-8").read()
    for block in re.findall(r"```json\n(.*?)```", text, re.S):
        code = gate(BASE, BASE, rules=block).returncode
        check("examples of docs/gate.md are right", code in (0, 1), block)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.makedirs("src/main/java/workload")
        open("src/main/java/workload/Deep.java", "w", encoding="utf-8").close()
        few = {"min_samples": 100, "rules": [{**GROWTH, "id": "of <self> & \"more\": %, \n\x1b"},
                                             {"check": "gc-pause", "max_growth": 100}]}
        written("quiet", BASE, few, 0)
        report = written("grown", NEW, few, 1)
        places = [f.get("file") for f in report["rules"][0]["findings"]]
        check("sources are found", places and all(p == "src/main/java/workload/Deep.java" for p in places), places)
        many = {"min_samples": 100, "rules": [{**GROWTH, "id": f"r{i}", "max_points": 1 + i / 10} for i in range(9)]}
        written("many", NEW, many, 1)
        written("hostile names", HOSTILE, few, 1)
        limits()
        rules_files()
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


sys.exit(main())
