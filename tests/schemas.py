"""JSON of each command against its schema, with every recording of testdata/ and of the corpus, if it is there.

"jfrtool generate schema NAME" writes the schema; its title is the command: "jfrtool gc --json RECORDING"; OUT is a file
or a folder that it writes besides. Readers of the documents may get keys besides those of a schema in later versions;
here a key that no schema knows is an error, so that what is written is what is documented, and so is an object that a
schema says nothing of. The examples of docs/json.md are held against the schemas, too. Needs python3-jsonschema;
skipped without.

  tests/schemas.py [NAME...]    these documents only
"""
import copy
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import check, finish, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
CORPUS = os.path.join(os.environ.get("CORPUS", ""), "recordings")
ASKED = ("events", "sql", "view", "print")  # whose keys are what was asked for: examples have others
LONG = 200_000_000  # bytes of output that are too many to be checked


def closed(schema):
    """The schema, but that no other keys are allowed."""
    schema = copy.deepcopy(schema)
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get("type") in ("object", ["object", "null"]):
                part.setdefault("additionalProperties", False)
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return schema


def without_required(schema):
    """The schema for examples, which are shortened."""
    if isinstance(schema, dict):
        return {key: without_required(value) for key, value in schema.items() if key != "required"}
    return schema


def written(out):
    """What the command wrote besides."""
    path = os.path.join(out, "summary.json")
    if not os.path.exists(path):
        return b""
    with open(path, "rb") as file:
        return file.read()


def documents(command):
    """What the command writes of each recording: pairs of a recording's name and JSON."""
    folders = (TESTDATA, CORPUS) if "RECORDING" in command else (TESTDATA,)
    recordings = sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "*.jfr*")))
    for path in recordings if "RECORDING" in command else recordings[:1]:
        with tempfile.TemporaryDirectory() as scratch:
            meant = {"jfrtool": JFRTOOL, "RECORDING": path, "OUT": os.path.join(scratch, "out.jfr")}
            words = [meant.get(word, word) for word in shlex.split(command)]
            out = subprocess.run(words + ["-q"], capture_output=True).stdout or written(meant["OUT"])
        if not out or len(out) > LONG:
            continue
        lines = out.splitlines()[:200] if "ndjson" in command else [out]
        for line in lines:
            yield os.path.basename(path), json.loads(line)


def problems_of(validator, name, document):
    return [f"{name}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"
            for error in list(validator.iter_errors(document))[:3]]


def check_shape(validator, schema):
    if "PID" in schema["title"]:
        return  # a JVM is asked
    problems, last = [], None
    for recording, document in documents(schema["title"]):
        last = document
        problems += problems_of(validator, recording, document)
    check(f"{schema['title']}: every output fits its schema",
          problems if last is not None else ["no recording was written"])
    if isinstance(last, dict) and validator.schema["additionalProperties"] is False:
        first = schema["required"][0]
        for what, document in (("one without " + first, {key: last[key] for key in last if key != first}),
                               ("a key that nobody describes", {**last, "what": 1})):
            check(f"{schema['title']}: the schema refuses {what}",
                  ["it does not"] if validator.is_valid(document) else [])


def examples():
    """Pairs of a command and the JSON below it in docs/json.md; of what is left out there ("...") nothing is said."""
    with open(os.path.join(ROOT, "docs/json.md"), encoding="utf-8") as file:
        text = file.read()
    for command, example in re.findall(r"\njfrtool ([a-z-]+) [^\n]*\n```\n\n```json\n(.*?)```", text, re.S):
        if "..." not in example.replace('..."', '"').replace("...)", ")"):
            yield command, json.loads(example)


def main():
    try:
        import jsonschema
    except ImportError:
        skip("schemas of JSON outputs (python3-jsonschema is not there)")
        return finish()

    def generate(*words):
        return subprocess.run([JFRTOOL, "generate", "schema", *words], capture_output=True, check=True).stdout

    known = {name: json.loads(generate(name)) for name in generate().decode().split()}
    for schema in known.values():
        jsonschema.Draft7Validator.check_schema(schema)
    for name in sys.argv[1:] or known:
        check_shape(jsonschema.Draft7Validator(closed(known[name])), known[name])
    for name, example in examples() if not sys.argv[1:] else ():
        if name in known and name not in ASKED:
            validator = jsonschema.Draft7Validator(closed(without_required(known[name])))
            check(f"docs/json.md: the example of {name} fits its schema", problems_of(validator, name, example))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
