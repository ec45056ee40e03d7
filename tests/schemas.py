"""JSON of each command against its schema, with every recording of testdata/ and of the corpus, if it is there.

"jfrtool generate schema NAME" writes the schema; its title is the command: "jfrtool gc --json RECORDING"; OUT is a file
or a folder that it writes besides. Readers of the documents may get keys besides those of a schema in later versions;
here a key that no schema knows is an error, so that what is written is what is documented, and so is a key that may be
absent and is never there. The examples of docs/json.md are held against the schemas, too. Needs python3-jsonschema;
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
from checks import check, drawn, finish, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, "build/jfrtool"))
TESTDATA = os.environ.get("TESTDATA", os.path.join(ROOT, "testdata"))
CORPUS = os.path.join(os.environ.get("CORPUS", ""), "recordings")
ASKED = ("events", "sql", "view", "print")  # whose keys are what was asked for: examples have others
BY = ("--by package", "--by module", "--by line --frame-type", "--by bci", "--event alloc")
MORE = {  # options that bring keys that are not always there
    "callees": (*BY, "--by state"), "tree": (*BY, "--by state"), "diff": BY[:4], "method-profiling": BY[:4],
    "hot-methods": (*BY, *(by + " --by thread" for by in BY), "--recordings"), "hot-methods-by": BY,
    "overview": ("--from 1s --to 3s",), "threads": ("--each", "--event alloc"),
    "timeline": ("--split thread", "--split state"),
}
RARE = {  # which no recording of testdata/ has, by whoever has them
    "callees": r"nodes\[\].(package|module)",  # in which METHOD is no name of a method
    "gate": r"rules\[\].findings\[\]",  # where something is slower
    "history": r"left_out\[\]|changes\[\]",  # of more builds than two
    "hot-methods-outliers": "unit|value|outliers",  # four recordings that are not alike
    "summary": "agent|sampled_pools|sampling.engine|jvms|"  # libjfragent.so; of several JVMs
               r"cpu.container|memory.container_limit|os.virtualization|"  # in a container
               r"recording.max_age_ms|shutdown.dump_reason|warnings\[\]",  # of damage
    "timeline": "container", "timeline-by": r"container|rows\[\].members",
    "whatif": r"comparison.*",  # of two recordings
    "tree-by": r"unit|value|nodes\[\].(self_)?value",  # samples of allocations have no state
}
SOME = ("native-17.jfr", "shares-17.jfr", "lambdas-25.jfr.gz")  # which are asked with them
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


def documents(command, recordings=None):
    """What the command writes of each recording: pairs of a recording's name and JSON."""
    if not recordings:
        recordings = sorted(glob.glob(os.path.join(TESTDATA, "*.jfr*"))) + drawn(
            sorted(glob.glob(os.path.join(CORPUS, "*.jfr*"))))
    for path in recordings if "RECORDING" in command else recordings[:1]:
        with tempfile.TemporaryDirectory() as scratch:
            meant = {"jfrtool": JFRTOOL, "RECORDING": path, "OUT": os.path.join(scratch, "out.jfr"), "CLAIMS": os.path.join(scratch, "claims.json")}
            with open(meant["CLAIMS"], "w") as file:
                place = f"jfr:hot_methods?recording={os.path.basename(path)}#samples"
                json.dump([{"id": place, "value": 1}, {"id": place, "at_least": "0"}, {"value": True}], file)
            words = [meant.get(word, word) for word in shlex.split(command)]
            out = subprocess.run(words + ["-q"], capture_output=True).stdout or written(meant["OUT"])
        if not out or len(out) > LONG:
            continue
        lines = out.splitlines()[:200] if "ndjson" in command else [out]
        for line in lines:
            yield os.path.basename(path), json.loads(line)


def optional(schema, path=""):
    """Of all keys that may be absent: "methods[].line"."""
    found = optional(schema["items"], path + "[]") if "items" in schema else set()
    for key, value in schema.get("properties", {}).items():
        inner = f"{path}.{key}".lstrip(".")
        found |= optional(value, inner) | ({inner} if key not in schema["required"] else set())
    return found


def present(value, path=""):
    """Likewise, of all keys of a document."""
    if isinstance(value, list):
        return set().union(*(present(element, path + "[]") for element in value))
    found = set()
    for key, element in value.items() if isinstance(value, dict) else ():
        inner = f"{path}.{key}".lstrip(".")
        found |= {inner} | present(element, inner)
    return found


def looked_at(schema):
    """Keys whose values a schema looks at, not at their type alone; and of keys the patterns that it has for them."""
    found, patterns, waiting = set(), {}, [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            for key, value in part.items():
                while isinstance(value, dict):  # and what is in its arrays
                    if not value.keys().isdisjoint({"enum", "const", "minimum"}):
                        found.add(key)
                    if isinstance(value.get("pattern"), str):
                        patterns.setdefault(key, []).append(re.compile(value["pattern"]))
                    value = value.get("items")
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return found, patterns


class Kinds:
    """Of documents that one schema is for, what it can tell apart: the elements of arrays that are not like one before, at
    the same place of this document or of another. It says as much of all of them, and jsonschema takes a hundred times as
    long for each as what writes them."""

    def __init__(self, schema):
        self.exact, self.patterns = looked_at(schema)
        self.numbers, self.first = {}, []  # what is told of a value -> a number -> the first of these
        self.known = set()  # of elements, with where they are

    def of(self, document):
        return self.first[self.number(document, "", None)]

    def number(self, value, path, key):
        if isinstance(value, dict):
            parts = {name: self.number(part, path + "." + name, name) for name, part in value.items()}
            told = ("{", *parts.items())
        elif isinstance(value, list):
            parts = dict.fromkeys([self.number(element, path, key) for element in value])
            told = ("[", path, *sorted(parts))
        else:
            told = (type(value), value if key in self.exact else isinstance(value, float) and value.is_integer(),
                    *(bool(pattern.search(value)) for pattern in self.patterns.get(key, ()) if isinstance(value, str)))
        number = self.numbers.setdefault(told, len(self.first))
        if number == len(self.first):
            if isinstance(value, dict):
                value = {name: self.first[part] for name, part in parts.items()}
            elif isinstance(value, list):
                value = [self.first[part] for part in parts if (path, part) not in self.known]
                self.known.update((path, part) for part in parts)
            self.first.append(value)
        return number


def problems_of(validator, name, document):
    return [f"{name}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"
            for error in list(validator.iter_errors(document))[:3]]


def check_more(validator, name, schema):
    """With other options keys may be absent; the paths of all that are written."""
    problems, found, kinds = [], set(), Kinds(validator.schema)
    for options in MORE.get(name, ()):
        command = schema["title"].replace("--json", options + " --json")
        for recording, document in documents(command, [os.path.join(TESTDATA, name) for name in SOME]):
            document = kinds.of(document)
            problems += problems_of(validator, f"{options} {recording}", document)
            found |= present(document)
    if MORE.get(name):
        check(f"{schema['title']}: every output with other options fits its schema", problems)
    return found


def check_shape(validator, name, schema, found):
    problems, last, kinds = [], None, Kinds(validator.schema)
    for recording, document in documents(schema["title"]):
        last = document = kinds.of(document)
        problems += problems_of(validator, recording, document)
        found |= present(document)
    check(f"{schema['title']}: every output fits its schema",
          problems if last is not None else ["no recording was written"])
    never = [key for key in optional(schema) - found if not re.match(RARE.get(name, "$"), key)]
    check(f"{schema['title']}: every key that may be absent is there at times", never)
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
    def validator(schema):
        return jsonschema.Draft7Validator(closed(schema))

    for name in sys.argv[1:] or known:
        schema = known[name]
        if "PID" not in schema["title"]:  # a JVM would be asked
            check_shape(validator(schema), name, schema, check_more(validator(without_required(schema)), name, schema))
    for name, example in examples() if not sys.argv[1:] else ():
        if name in known and name not in ASKED:
            check(f"docs/json.md: the example of {name} fits its schema",
                  problems_of(validator(without_required(known[name])), name, example))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
