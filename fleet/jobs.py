"""What every engine does with a part of a fleet: facts of its recordings and one profile of them.

A part is a list of recordings. Local files are read where they lie; of object stores (s3://, gs://, abfs://,
hdfs://, file://) each is streamed into a tar on the program's standard input, through pyarrow.fs.

    bins = pack(listing("lake/"), 128 << 20)       parts of about equal work
    lines, profile = facts_of(bins[0])             a line of JSON for each, and a profile (bytes)
    profile = merge([profile, other])              the same bytes in whatever order

Every recording gets exactly one line: what cannot be read says so itself; one that kills the program has
the status "crashed", and the others of its part are read without it.
"""
import json
import os
import re
import subprocess
import tarfile
import tempfile
import threading

JFRTOOL = os.environ.get("JFRTOOL", "jfrtool")
FILE_COSTS = 100_000  # bytes that a file is worth of work, besides its own
LABEL = re.compile(r"(?:^|/)([A-Za-z_]\w*)=([^/]+)")


def labels_of(path):
    """{"service": "shop", "day": "2026-11-01"} of "lake/service=shop/day=2026-11-01/a.jfr"."""
    return dict(LABEL.findall(os.path.dirname(path)))


def filesystem_of(uri):
    """(filesystem, path in it) of a URI; (None, path) of what is a path."""
    if "://" not in uri:
        return None, uri
    from pyarrow import fs
    return fs.FileSystem.from_uri(uri)


def listing(uri):
    """[(path, bytes)] of what is called like a recording below a folder, sorted."""
    filesystem, root = filesystem_of(uri)
    if filesystem is None:
        found = [(os.path.join(folder, name), os.path.getsize(os.path.join(folder, name)))
                 for folder, _, names in os.walk(root) for name in names if ".jfr" in name]
    else:
        from pyarrow import fs
        found = [(info.path, info.size)
                 for info in filesystem.get_file_info(fs.FileSelector(root, recursive=True))
                 if info.type == fs.FileType.File and ".jfr" in info.base_name]
    return sorted(found)


def pack(files, size):
    """Parts of about equal work, of neighbours, so that a part has recordings of few services and days."""
    parts, work = [], size
    for path, length in files:
        if work >= size:
            parts.append([])
            work = 0
        parts[-1].append(path)
        work += length + FILE_COSTS
    return parts


def _feed(filesystem, paths, pipe):
    """A tar of the recordings into the pipe; what cannot be opened is an empty member."""
    try:
        with tarfile.open(fileobj=pipe, mode="w|", format=tarfile.PAX_FORMAT) as tar:
            for path in paths:
                member = tarfile.TarInfo(path)
                try:
                    # As it is: by its name, pyarrow would unpack it.
                    stream = filesystem.open_input_stream(path, compression=None)
                    member.size = filesystem.get_file_info(path).size
                except OSError:
                    tar.addfile(member)
                    continue
                with stream:
                    tar.addfile(member, stream)
        pipe.close()
    except BrokenPipeError:
        pass


def _run(filesystem, paths, options, profile):
    """The lines of one run, and whether it came to its end."""
    command = [JFRTOOL, "facts", "-q", "--keep-duplicates", "--allow-empty", "--profile", profile, *options]
    if filesystem is None:
        done = subprocess.run([*command, "--files-from", "-", "-0"], stdout=subprocess.PIPE,
                              input=b"".join(path.encode() + b"\0" for path in paths))
        return done.stdout.splitlines(), done.returncode
    running = subprocess.Popen([*command, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    feeding = threading.Thread(target=_feed, args=(filesystem, paths, running.stdin))
    feeding.start()
    lines = running.stdout.read().splitlines()
    code = running.wait()
    feeding.join()
    return lines, code


def facts_of(paths, uri="", options=()):
    """(lines, profile): a line of JSON for each of the paths, in their order; the sum of them all."""
    filesystem, _ = filesystem_of(uri)
    crashed, left = {}, list(paths)
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "part.pb.gz")
        while True:
            lines, code = _run(filesystem, left, options, profile)
            if code == 0 and len(lines) >= len(left):
                break
            if code == 2:
                raise RuntimeError(f"jfrtool facts {options}: exit code 2, see its message")
            # Lines come in order: the first path without one is what it was about.
            culprit = left[min(len(lines), len(left) - 1)]
            crashed[culprit] = json.dumps({
                "v": 1, "path": culprit, "id": None, "status": "crashed",
                "error": {"code": "crashed", "offset": 0, "text": f"jfrtool ended with {code}"}}).encode()
            left.remove(culprit)
        with open(profile, "rb") as file:
            data = file.read()
    by_path = dict(zip(left, lines), **crashed)
    return [by_path[path].decode() for path in paths], data


def merge(profiles):
    """One profile of any number of them."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, data in enumerate(profiles):
            names.append(os.path.join(folder, f"{number}.pb.gz"))
            with open(names[-1], "wb") as file:
                file.write(data)
        out = os.path.join(folder, "all.pb.gz")
        subprocess.run([JFRTOOL, "merge", "-q", "--keep-duplicates", "--allow-empty", "--files-from", "-", "-0",
                        "-o", out], check=True, input=b"".join(name.encode() + b"\0" for name in names))
        with open(out, "rb") as file:
            return file.read()


def parts_of(paths):
    """{(service, day): paths}: what is kept apart in the lake."""
    groups = {}
    for path in paths:
        labels = labels_of(path)
        groups.setdefault((labels.get("service", ""), labels.get("day", "")), []).append(path)
    return groups
