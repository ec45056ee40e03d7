"""Other native readers of recordings, from the Go proxy and from crates: how many samples each method has on
top of the stack, as grafana/jfr-parser and jfrs read it, is what `jfrtool hot-methods` says.

They read execution samples of unfinished and damaged recordings in ways of their own, or not at all: such
recordings are left out, and what a reader refuses is named.
"""
import collections
import glob
import json
import os
import subprocess
import tempfile

import peers
from peers import check, finish, run

READERS = {"grafana": "grafana/jfr-parser", "jfrs": "jfrs"}


def recordings(folder):
    """Paths of testdata's finished recordings, those that are compressed as files in the folder."""
    for path in sorted(glob.glob(os.path.join(peers.TESTDATA, "*.jfr"))):
        yield path
    for path in sorted(glob.glob(os.path.join(peers.TESTDATA, "*.jfr.zst"))):
        plain = os.path.join(folder, os.path.basename(path)[:-4])
        if subprocess.run(["zstd", "-dqf", path, "-o", plain]).returncode == 0:
            yield plain


def ours(path):
    done = run(peers.JFRTOOL, "hot-methods", "--json", "--raw-names", "--hidden", "--top", "0", "-q", "--event",
               "jdk.ExecutionSample", path)
    counts = collections.Counter()
    if done.returncode not in (0, 4) or not done.stdout:
        return None
    said = json.loads(done.stdout)
    for row in said["methods"]:
        counts[f"{row['class']}.{row['method']}"] += row["self"]
    counts[""] += said["samples_without_stack"]
    return +counts


def theirs(program, path):
    done = run(program, path, timeout=600)
    if done.returncode:
        return None
    counts = collections.Counter()
    for line in done.stdout.splitlines():
        count, method = line.split("\t", 1)
        counts[method] += int(count)
    return +counts


def compare(name, program, paths):
    compared, refused = 0, []
    for path in paths:
        found, expected = ours(path), theirs(program, path)
        if not expected or found is None:
            refused.append(os.path.basename(path))
            continue
        compared += 1
        check(f"{name}: {os.path.basename(path)}",
              [f"{method}: {found[method]} here, {expected[method]} there"
               for method in sorted(set(found) | set(expected)) if found[method] != expected[method]])
    check(f"{name}: recordings were compared", [] if compared >= 5 else [f"{compared}; not read: {refused}"])
    if refused:
        print(f"# {name} reads no samples of {', '.join(refused)}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths = list(recordings(folder))
        for what, name in READERS.items():
            program = peers.fetch(what)
            if program:
                compare(name, program, paths)
    return finish()


if __name__ == "__main__":
    raise SystemExit(main())
