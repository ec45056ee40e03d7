#!/usr/bin/env python3
"""Stacks that cannot be: each caller of each stack of real programs, held against the bytecode of its class.

Usage: bench/apps/callers.py [--stacks N] [--engine cpu|suspend|wall] [PROGRAM...]

A caller's instruction, at the bytecode index that the frame has, must be a call of the method above it by its name
and descriptor, or one at which the JVM itself calls Java (it initialises a class, loads one, makes an exception, links
a method handle). Classes come from the programs' jars and from the JDK (jimage); what is made while the program runs
(scripts, lambdas, proxies) has no file and is counted as not decidable, as is what native code calls. A stack is
looked at from its top down to its first frame without a method; whether it is whole, the recording says.

Each program runs until there are N stacks (10,000), a sample each 2 ms. Exit code: 0; 1 if a caller is impossible.
"""
import argparse
import collections
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

import run

# What the JVM calls by itself, with the instructions at which it may: resolution, initialisation, exceptions.
BY_THE_JVM = {"<clinit>", "checkPackageAccess", "linkCallSite", "linkMethod", "linkMethodHandleConstant",
              "linkDynamicConstant", "findMethodHandleType", "initPhase1", "initPhase2", "initPhase3"}
RESOLVES = {0x12, 0x13, 0x14, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbb, 0xbd, 0xc0, 0xc1, 0xc5}
INVOKES = range(0xb6, 0xbb)
RETURNS = range(0xac, 0xb2)
# The operands of each instruction, in bytes; of tableswitch, lookupswitch and wide they are computed.
OPERANDS = {**{c: 1 for c in (0x10, 0x12, *range(0x15, 0x1a), *range(0x36, 0x3b), 0xa9, 0xbc)},
            **{c: 2 for c in (0x11, 0x13, 0x14, 0x84, *range(0x99, 0xa9), *range(0xb2, 0xb9), 0xbb, 0xbd, 0xc0, 0xc1, 0xc6, 0xc7)},
            0xc5: 3, 0xb9: 4, 0xba: 4, 0xc8: 4, 0xc9: 4}


class ClassFile:
    """The code of a class's methods, and what its constants name (JVMS, chapter 4)."""

    def __init__(self, data):
        self.data, self.constants, self.codes = data, {}, {}
        at, count, i = 10, self.u2(8), 1
        while i < count:
            tag = data[at]
            if tag == 1:
                length = self.u2(at + 1)
                self.constants[i] = data[at + 3:at + 3 + length].decode("utf-8", "replace")
                at += 3 + length
            elif tag in (7, 8, 16, 19, 20):
                self.constants[i] = self.u2(at + 1)
                at += 3
            elif tag == 15:
                at += 4
            else:
                self.constants[i] = (self.u2(at + 1), self.u2(at + 3))
                at += 9 if tag in (5, 6) else 5
            i += 2 if tag in (5, 6) else 1
        at += 6
        at += 2 + 2 * self.u2(at)
        for members in ("fields", "methods"):
            n, at = self.u2(at), at + 2
            for _ in range(n):
                key = (self.constants[self.u2(at + 2)], self.constants[self.u2(at + 4)])
                attributes, at = self.u2(at + 6), at + 8
                for _ in range(attributes):
                    name, length = self.constants[self.u2(at)], self.u4(at + 2)
                    if members == "methods" and name == "Code":
                        self.codes[key] = data[at + 14:at + 14 + self.u4(at + 10)]
                    at += 6 + length

    def u2(self, at):
        return struct.unpack_from(">H", self.data, at)[0]

    def u4(self, at):
        return struct.unpack_from(">I", self.data, at)[0]

    def called(self, code, at):
        """Name and descriptor of what the instruction there calls."""
        _, member = self.constants[struct.unpack_from(">H", code, at + 1)[0]]
        name, descriptor = self.constants[member]
        return self.constants[name], self.constants[descriptor]


def arguments(descriptor):
    """How many arguments a method of that descriptor has."""
    return len(re.findall(r"\[*(?:L[^;]*;|[BCDFIJSZ])", descriptor[1:descriptor.index(")")]))


def begins(code):
    """Where instructions begin."""
    at, found = 0, set()
    while at < len(code):
        found.add(at)
        op = code[at]
        if op in (0xaa, 0xab):
            aligned = at + 4 - at % 4
            if op == 0xaa:
                low, high = struct.unpack_from(">ii", code, aligned + 4)
                at = aligned + 12 + 4 * (high - low + 1)
            else:
                at = aligned + 8 + 8 * struct.unpack_from(">i", code, aligned + 4)[0]
        elif op == 0xc4:
            at += 6 if code[at + 1] == 0x84 else 4
        else:
            at += 1 + OPERANDS.get(op, 0)
    return found


class Classes:
    """Those of the jars and of the JDK, read as they are asked for."""

    def __init__(self, folders, jars):
        self.read, self.where = {}, {}
        for jar in jars:
            with zipfile.ZipFile(jar) as entries:
                for name in entries.namelist():
                    if name.endswith(".class"):
                        self.where.setdefault(name[:-6].replace("/", "."), []).append((jar, name))
        self.folders = folders

    def get(self, name):
        """All classes of that name: which of two jars a loader took is not known."""
        if name not in self.read:
            found = []
            for jar, entry in self.where.get(name, ()):
                with zipfile.ZipFile(jar) as entries:
                    found.append(ClassFile(entries.read(entry)))
            for folder in self.folders:
                path = os.path.join(folder, name.replace(".", "/") + ".class")
                if os.path.exists(path):
                    with open(path, "rb") as file:
                        found.append(ClassFile(file.read()))
            self.read[name] = found
        return self.read[name]


STARTS = {}


def verdict(classes, callee, caller):
    """"" if the caller can have called it, "?" if that cannot be known, else why not."""
    name, descriptor = callee["method"]["name"], callee["method"]["descriptor"]
    above = callee["method"]["type"]["name"].replace("/", ".")
    below = caller["method"]["type"]["name"].replace("/", ".")
    key = (caller["method"]["name"], caller["method"]["descriptor"])
    if caller["type"] == "Native":
        return "?"
    codes = [(c, c.codes[key]) for c in classes.get(below) if key in c.codes]
    if not codes:
        return "?"
    why = "?"
    for file, code in codes:
        why = possible(file, code, caller["bytecodeIndex"], above, name, descriptor)
        if not why:
            break
    return why


def possible(file, code, at, above, name, descriptor):
    if name == "loadClass":
        return ""  # also at the start of a method, when it is compiled: for the classes of its signature
    if id(code) not in STARTS:
        STARTS[id(code)] = (code, begins(code))
    if at not in STARTS[id(code)][1]:
        return "no instruction begins there"
    op = code[at]
    if op in INVOKES and op != 0xba:
        what, said = file.called(code, at)
        if (what, said) == (name, descriptor):
            return ""
        # A method handle's end: the last argument says which method, the first one of those with a receiver is that.
        if what.startswith("linkTo") and arguments(said) - 1 - (what != "linkToStatic") == arguments(descriptor):
            return ""
    if made_by_the_jvm(above) or (name in BY_THE_JVM and op in RESOLVES):
        return ""
    if above == "java.lang.ref.Finalizer" and name == "register" and op in RETURNS:
        return ""  # Object's constructor, of an object with a finalizer
    if op not in INVOKES:
        return f"instruction {op:#x} calls nothing"
    if op == 0xba or above.startswith("java.lang.invoke."):
        return ""  # what is linked when it is first called
    return f"calls {''.join(file.called(code, at))}"


def made_by_the_jvm(above):
    """Exceptions of the language: any instruction may throw one."""
    return above.startswith("java.") and above.endswith(("Error", "Exception", "Throwable"))


def frames_of(file, threads, most):
    """The stacks of samples, top first."""
    out = subprocess.run([run.JFRTOOL, "print", "--json", "--events", "jdk.ExecutionSample,jfragent.WallClockSample",
                          "--stack-depth", "1024", "--thread", threads, file], capture_output=True, text=True, check=False).stdout
    for event in json.loads(out or '{"recording": {"events": []}}')["recording"]["events"][:most]:
        trace = event["values"].get("stackTrace")
        if trace:
            yield trace["frames"], trace["truncated"]


def look(jdk, classes, jars, program, known, wanted):
    threads = run.THREADS.get(program, f"^{program}-")
    with tempfile.TemporaryDirectory(prefix="bench-callers-") as folder:
        file = f"{folder}/rec.jfr"
        arguments = [f"-agentpath:{run.AGENT}=file={file},interval=2ms,native-interval=2ms,engine={wanted.engine}"]
        if not run.run_one(jdk, classes, jars, program, wanted.stacks / 200, arguments):
            return 1
        stacks = cut = pairs = unknown = 0
        wrong, seen, whole = collections.Counter(), {}, {}
        for frames, truncated in frames_of(file, threads, wanted.stacks):
            stacks += 1
            cut += truncated
            for at, (callee, caller) in enumerate(zip(frames, frames[1:])):
                if not all(f.get("method") and f["method"].get("descriptor", "").startswith("(") for f in (callee, caller)):
                    break
                if any(f["method"]["type"]["name"].startswith(("[", "jfragent")) for f in (callee, caller)):
                    continue
                key = json.dumps([callee["method"], caller["method"], caller["type"], caller["bytecodeIndex"]])
                if key not in seen:
                    seen[key] = verdict(known, callee, caller)
                pairs += 1
                unknown += seen[key] == "?"
                if seen[key] not in ("", "?"):
                    wrong[" < ".join(f["method"]["type"]["name"] + "." + f["method"]["name"] for f in (callee, caller))
                          + f" at {caller['bytecodeIndex']}: {seen[key]}"] += 1
                    whole.setdefault(key, (at, frames))
    print(f"{program:8}  {stacks:6} stacks, {cut} of them marked incomplete; {pairs} callers, {unknown} not decidable; "
          f"impossible {sum(wrong.values())}", flush=True)
    for what, n in wrong.most_common(5):
        print(f"{'':10}{n} {what}")
    for at, frames in list(whole.values())[:3]:
        print(f"{'':10}the stack, the impossible caller is number {at + 1}:")
        for number, frame in enumerate(frames[:at + 8]):
            method = frame["method"]
            print(f"{'':12}{number:3} {method['type']['name']}.{method['name']} at {frame['bytecodeIndex']}, {frame['type']}")
    return int(bool(wrong))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("--stacks", type=int, default=10000)
    parser.add_argument("--engine", default="cpu")
    parser.add_argument("programs", nargs="*", default=[])
    wanted = parser.parse_args()
    extracted, bad = {}, []
    with tempfile.TemporaryDirectory(prefix="bench-callers-jdk-") as images:
        def each(jdk, classes, jars, _, program):
            if jdk not in extracted:
                folder = os.path.join(images, str(len(extracted)))
                subprocess.run([f"{jdk}/bin/jimage", "extract", "--dir", folder, f"{jdk}/lib/modules"], check=True,
                               stdout=subprocess.DEVNULL)
                extracted[jdk] = Classes([classes, *(os.path.join(folder, m) for m in sorted(os.listdir(folder)))], jars)
            bad.append(look(jdk, classes, jars, program, extracted[jdk], wanted))
        run.with_programs(wanted.programs or run.PROGRAMS, each, f"{wanted.engine}, 2 ms, callers by bytecode")
    sys.exit(1 if any(bad) else 0)


if __name__ == "__main__":
    main()
