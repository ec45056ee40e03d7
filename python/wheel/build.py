#!/usr/bin/env python3
"""Builds the wheels: jfrtool-VERSION-py3-none-manylinux2014_ARCH.manylinux_2_17_ARCH.whl, for this machine's
processor in dist/, for the other one in dist/ARCH/.

It holds the package jfr, libjfr and the program jfrtool, with the libraries that they need inside;
of the system they want glibc 2.17 or later. The compiler is zig, of PyPI's package ziglang (pinned in
requirements.txt beside this file); sources of libraries come from crates.io by cargo, pinned in
sources/Cargo.lock. The same tree gives the same bytes.

usage: build.py [--arch x86_64|aarch64]... [--out DIR]      needs what `make all` generates in build/
"""
import argparse
import base64
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
BUILD = ROOT / os.environ.get("BUILD", "build")
WORK = BUILD / "wheel"
GLIBC = "2.17"
ARCHITECTURES = ("x86_64", "aarch64")

PARSER = ("base/", "parser/")
ANALYZERS = ("analyzers/",)
PROGRAM = ("sql/", "cmd/", "agent/")

OURS = ("base", "parser", "analyzers", "sql", "cmd", "agent", "python")
# What glibc 2.17 has not, see glibc.h.
LATER = ("getrandom", "memfd_create")

PCRE2_LEFT_OUT = {"pcre2_jit_match.c", "pcre2_jit_misc.c", "pcre2_ucptables.c", "pcre2test.c",
                  "pcre2grep.c", "pcre2demo.c", "pcre2posix.c", "pcre2_fuzzsupport.c",
                  "pcre2_jit_test.c", "pcre2posix_test.c", "pcre2_dftables.c"}
PCRE2_FLAGS = ["PCRE2_CODE_UNIT_WIDTH=8", "HAVE_STDLIB_H=1", "HAVE_MEMMOVE=1", "HAVE_STDINT_H=1",
               "HAVE_INTTYPES_H=1", "HAVE_LIMITS_H=1", "HAVE_STRING_H=1", "PCRE2_STATIC=1",
               "STDC_HEADERS=1", "SUPPORT_PCRE2_8=1", "SUPPORT_UNICODE=1", "SUPPORT_JIT=1",
               "HEAP_LIMIT=20000000", "LINK_SIZE=2", "MATCH_LIMIT=10000000",
               "MATCH_LIMIT_DEPTH=MATCH_LIMIT", "MAX_NAME_COUNT=10000", "MAX_NAME_SIZE=128",
               "MAX_VARLOOKBEHIND=255", "NEWLINE_DEFAULT=2", "PARENS_NEST_LIMIT=250",
               "HAVE_BUILTIN_MUL_OVERFLOW=1", "HAVE_BUILTIN_ASSUME=1", "HAVE_BUILTIN_UNREACHABLE=1",
               "PCRE2_EXPORT="]
SQLITE_FLAGS = ["SQLITE_ENABLE_COLUMN_METADATA", "SQLITE_ENABLE_MATH_FUNCTIONS",
                "SQLITE_THREADSAFE=1", "SQLITE_OMIT_LOAD_EXTENSION", "SQLITE_DQS=0", "HAVE_USLEEP=1"]


def fail(text):
    print(f"build.py: {text}", file=sys.stderr)
    sys.exit(1)


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False, **more)
    if done.returncode:
        fail(f"{' '.join(map(str, command[:4]))} ...: exit {done.returncode}\n{done.stderr[:2000]}")
    return done.stdout


# ---- What is fetched -----------------------------------------------------------------------------

def compiler():
    """The command of zig's C compiler, from a folder of its own, checked by its sha256."""
    home = WORK / "ziglang"
    stamp = home / ".requirements"
    wanted = (HERE / "requirements.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(home, ignore_errors=True)
        run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:",
            "--require-hashes", "--disable-pip-version-check", "--target", home, "-r",
            HERE / "requirements.txt")
        stamp.write_text(wanted)
    return home / "ziglang" / "zig"


def crates():
    """Folders of the crates that are named in sources/Cargo.toml, checked by cargo."""
    manifest = HERE / "sources" / "Cargo.toml"
    run("cargo", "fetch", "--locked", "--manifest-path", manifest)
    found = json.loads(run("cargo", "metadata", "--locked", "--offline", "--format-version", "1",
                           "--manifest-path", manifest))
    return {p["name"]: Path(p["manifest_path"]).parent for p in found["packages"]}


# ---- Compiling -----------------------------------------------------------------------------------

class Target:
    """Objects and programs for one architecture."""

    def __init__(self, zig, arch):
        self.zig = zig
        self.folder = WORK / arch
        self.target = ["-target", f"{arch}-linux-gnu.{GLIBC}"]
        self.folder.mkdir(parents=True, exist_ok=True)
        self.objects = {}
        ours = [path for folder in OURS for path in sorted((ROOT / folder).rglob("*.h"))]
        made = sorted(BUILD.glob("cmd/assets/**/*.h")) + sorted(BUILD.glob("sql/*.h"))
        self.header_key = digest(b"".join(path.read_bytes() for path in ours + made))

    def cc(self, *arguments):
        environment = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=str(WORK / "cache"),
                           ZIG_LOCAL_CACHE_DIR=str(WORK / "cache"))
        run(self.zig, "cc", *self.target, *arguments, cwd=ROOT, env=environment)

    def compile(self, name, sources, flags, prefix=None):
        """Objects of the sources, which are below ROOT or the prefix; as many at a time as there
        are processors."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        base = ["-c", "-O2", "-fPIC", "-fvisibility=hidden", "-ffunction-sections",
                "-fdata-sections", "-fno-sanitize=all", "-fstack-protector-strong",
                f"-ffile-prefix-map={prefix or ROOT}=.", f"-ffile-prefix-map={ROOT}=.", *flags]

        def one(source):
            text = source.read_text(errors="replace")
            late = ["-include", HERE / "glibc.h"] if any(word in text for word in LATER) else []
            relative = os.path.relpath(source, prefix or ROOT)
            out = folder / (relative.replace("/", "+") + ".o")
            key = digest(f"{base}{late}{self.header_key}{text}".encode())
            stamp = out.with_suffix(".key")
            if not (out.exists() and stamp.exists() and stamp.read_text() == key):
                self.cc(*base, *late, source, "-o", out)
                stamp.write_text(key)
            return out

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.objects[name] = list(pool.map(one, sources))

    def link(self, out, names, *flags):
        objects = [o for name in names for o in self.objects[name]]
        self.cc(*objects, "-O2", "-s", "-Wl,--gc-sections", "-Wl,-z,relro", "-Wl,-z,now",
                "-Wl,-rpath,$ORIGIN", *flags, "-o", self.folder / out)


def below(folders):
    """Sources of the program below these folders, as the Makefile has them."""
    listed = run("make", "-s", "-C", ROOT, "sources", "SYSTEM=linux").split()
    return sorted(ROOT / path for path in listed if path.startswith(folders))


def headers(libraries):
    """Headers of libraries that are loaded at run time, if they are there: only these two of the
    system's, whose other headers are another C library's."""
    folder = WORK / "include"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "cjson").mkdir(parents=True)
    for name in ("archive.h", "archive_entry.h"):
        found = Path("/usr/include") / name
        if not found.exists():
            fail(f"{found} is missing: it is in Debian's libarchive-dev")
        shutil.copy(found, folder)
    shutil.copy(libraries["cjson"] / "cJSON.h", folder / "cjson")
    return folder


def build(arch):
    fetched = crates()
    libraries = {"sqlite": fetched["libsqlite3-sys"] / "sqlite3",
                 "zlib": fetched["libz-sys"] / "src" / "zlib",
                 "pcre2": fetched["pcre2-sys"] / "upstream",
                 "cjson": fetched["rdkafka-sys"] / "librdkafka" / "src",
                 "zstd": fetched["zstd-sys"] / "zstd" / "lib"}
    target = Target(compiler(), arch)
    pcre2 = libraries["pcre2"] / "src"
    includes = [libraries["sqlite"], libraries["zlib"], libraries["pcre2"] / "include",
                libraries["zstd"], BUILD]
    own = ["-std=c17", "-D_GNU_SOURCE", "-DPCRE2_STATIC", "-DJFR_BUNDLED", f"-I{ROOT}",
           f"-I{headers(libraries)}", *[f"-I{path}" for path in includes]]
    target.compile("parser", below(PARSER), own)
    target.compile("analyzers", below(ANALYZERS), own)
    target.compile("program", below(PROGRAM), own)
    target.compile("python", sorted((ROOT / "python/native").rglob("*.c")), own)
    target.compile("pcre2", sorted(p for p in pcre2.glob("*.c") if p.name not in PCRE2_LEFT_OUT),
                   [f"-D{flag}" for flag in PCRE2_FLAGS] +
                   [f"-I{pcre2}", f"-I{libraries['pcre2'] / 'include'}"], libraries["pcre2"])
    target.compile("zlib", sorted(libraries["zlib"].glob("*.c")),
                   ["-DHAVE_UNISTD_H=1", "-D_LARGEFILE64_SOURCE=1"], libraries["zlib"])
    target.compile("cjson", [libraries["cjson"] / "cJSON.c"], [], libraries["cjson"])
    target.compile("zstd", [libraries["zstd"] / "common" / name
                            for name in ("zstd_common.c", "error_private.c")], [], libraries["zstd"])
    target.compile("sqlite", [libraries["sqlite"] / "sqlite3.c"],
                   [f"-D{flag}" for flag in SQLITE_FLAGS] + ["-fvisibility=default"],
                   libraries["sqlite"])
    target.link("jfrtool", ["program", "analyzers", "parser", "pcre2", "zlib", "cjson", "zstd"],
                "-lm", "-lpthread", "-ldl")
    target.link("libjfrpython.so", ["python", "analyzers", "parser", "pcre2", "zlib"], "-shared",
                "-lm", "-lpthread", "-ldl")
    target.link("libsqlite3.so.0", ["sqlite"], "-shared", "-Wl,-soname,libsqlite3.so.0", "-lm",
                "-lpthread")
    sljit = libraries["pcre2"] / "deps" / "sljit" / "sljit_src"
    return target.folder, {
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
        "LICENSE.zlib": (libraries["zlib"] / "LICENSE").read_bytes(),
        "LICENSE.pcre2": terms(libraries["pcre2"] / "include" / "pcre2.h"),
        "LICENSE.sljit": terms(sljit / "sljitLir.h"),
        "LICENSE.cjson": (fetched["rdkafka-sys"] / "librdkafka" / "LICENSE.cjson").read_bytes(),
        "LICENSE.zstd": (fetched["zstd-sys"] / "zstd" / "LICENSE").read_bytes()}


def terms(header):
    """What a source without a file of its terms says of them: the comments that it begins with."""
    return re.match(rb"(\s*/\*.*?\*/)+", header.read_bytes(), re.S).group(0) + b"\n"


# ---- The wheel -----------------------------------------------------------------------------------

def version():
    return re.search(r'JFR_VERSION "([^"]+)"', (ROOT / "parser/jfr.h").read_text()).group(1)


def metadata():
    text = (ROOT / "python" / "README.md").read_text()
    return (f"Metadata-Version: 2.1\nName: jfrtool\nVersion: {version()}\n"
            "Summary: Java Flight Recorder recordings as tables of Arrow, and on the command line\n"
            "License: Apache-2.0\nRequires-Python: >=3.8\n"
            "Classifier: Operating System :: POSIX :: Linux\n"
            "Classifier: Programming Language :: Python :: 3\n"
            "Classifier: Typing :: Typed\n"
            "Provides-Extra: pandas\nRequires-Dist: pandas; extra == 'pandas'\n"
            "Requires-Dist: pyarrow; extra == 'pandas'\n"
            "Provides-Extra: polars\nRequires-Dist: polars; extra == 'polars'\n"
            "Provides-Extra: spark\nRequires-Dist: pyspark>=4.0; extra == 'spark'\n"
            "Requires-Dist: pyarrow; extra == 'spark'\n"
            f"Description-Content-Type: text/markdown\n\n{text}")


def write(arch, folder, licences, out):
    tag = f"py3-none-manylinux2014_{arch}.manylinux_2_17_{arch}"
    info = f"jfrtool-{version()}.dist-info"
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in
                   (f"manylinux2014_{arch}", f"manylinux_2_17_{arch}"))
    files = {f"jfr/{path.name}": (path.read_bytes(), False)
             for path in sorted((ROOT / "python" / "jfr").iterdir())
             if path.suffix == ".py" or path.name == "py.typed"}
    for name in ("jfrtool", "libjfrpython.so", "libsqlite3.so.0"):
        files[f"jfr/_lib/{name}"] = ((folder / name).read_bytes(), True)
    for name, text in licences.items():
        files[f"{info}/licenses/{name}"] = (text, False)
    texts = {"METADATA": metadata(),
             "WHEEL": f"Wheel-Version: 1.0\nGenerator: jfrtool\nRoot-Is-Purelib: false\n{tags}",
             "entry_points.txt": "[console_scripts]\njfrtool = jfr.__main__:main\n"}
    for name, text in texts.items():
        files[f"{info}/{name}"] = (text.encode(), False)
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n"
                     for name, (data, _) in sorted(files.items()))
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"jfrtool-{version()}-{tag}.whl"
    # No file is younger than the commit; a zip knows no time before 1980.
    made = max(time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", 0)))[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(path.with_suffix(".new"), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (data, runs) in sorted(files.items(), key=lambda f: (f[0].startswith(info), f[0])):
            entry = zipfile.ZipInfo(name, made)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            archive.writestr(entry, data)
    path.with_suffix(".new").rename(path)
    print(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def sums(out):
    """SHA256SUMS of all that lies in the folder, as packaging/lib.sh writes it."""
    names = sorted(p.name for p in out.iterdir() if p.is_file() and p.name != "SHA256SUMS")
    (out / "SHA256SUMS").write_text("".join(
        f"{hashlib.sha256((out / name).read_bytes()).hexdigest()}  {name}\n" for name in names))


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--arch", choices=ARCHITECTURES, action="append", help="both, if none is named")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    for arch in options.arch or ARCHITECTURES:
        folder, licences = build(arch)
        # That of this machine is the only one in dist/: pip install dist/jfrtool-*.whl.
        out = options.out.resolve() / ("" if arch == os.uname().machine else arch)
        write(arch, folder, licences, out)
        sums(out)


if __name__ == "__main__":
    main()
