"""JSON of each command against docs/schemas/NAME.json, with every recording of testdata/.

The schema's title is the command: "jfrtool gc --json RECORDING"; OUT is a file that it writes besides. Readers of the documents may get keys
besides those of a schema in later versions; here a key that no schema knows is an error, so that what is
written is what is documented. Needs python3-jsonschema; skipped without.
"""
import copy
import glob
import json
import os
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import check, finish, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
LONG = 200_000_000  # bytes of output that are too many to be checked


def closed(schema):
    """The schema, but that no other keys are allowed."""
    schema = copy.deepcopy(schema)
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if "properties" in part:
                part.setdefault("additionalProperties", False)
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return schema


def documents(command):
    """What the command writes of each recording: pairs of a recording's name and JSON."""
    for path in sorted(glob.glob(os.path.join(TESTDATA, "*.jfr*"))):
        with tempfile.TemporaryDirectory() as scratch:
            meant = {"jfrtool": JFRTOOL, "RECORDING": path, "OUT": os.path.join(scratch, "out.jfr")}
            words = [meant.get(word, word) for word in shlex.split(command)]
            done = subprocess.run(words + ["-q"], capture_output=True)
        if not done.stdout or len(done.stdout) > LONG:
            continue
        if "ndjson" in command:
            for line in done.stdout.splitlines()[:200]:
                yield os.path.basename(path), json.loads(line)
        else:
            yield os.path.basename(path), json.loads(done.stdout)


def check_shape(jsonschema, name, schema):
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(closed(schema))
    problems, last = [], None
    for recording, document in documents(schema["title"]):
        last = document
        problems += [f"{recording}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"
                     for error in list(validator.iter_errors(document))[:3]]
    check(f"{schema['title']}: every output fits docs/schemas/{name}",
          problems if last is not None else ["no recording was written"])
    if isinstance(last, dict) and schema.get("required"):
        without = {key: value for key, value in last.items() if key != schema["required"][0]}
        for what, document in (("one without " + schema["required"][0], without),
                               ("a key that nobody describes", {**last, "what": 1})):
            check(f"{name} refuses {what}", ["it does not"] if validator.is_valid(document) else [])


def main():
    try:
        import jsonschema
    except ImportError:
        skip("schemas of JSON outputs (python3-jsonschema is not there)")
        return finish()
    for path in sorted(glob.glob(os.path.join(ROOT, "docs/schemas/*.json"))):
        with open(path, encoding="utf-8") as file:
            check_shape(jsonschema, os.path.basename(path), json.load(file))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
