#!/usr/bin/env python3
"""The program, without its agent, compiled and linked for macOS on arm64 and x86-64 with macOS's own C
headers and the list of what its C library has, both of which zig's compiler brings along (PyPI). Other
libraries are opened when they are needed, so nothing may be missing. The program is not run: that needs
a Mac.

Needs what make generates in build/, and a few hundred MB of cache."""
import concurrent.futures
import os
import sys

from peers import CACHE, ROOT, check, fetch, finish, run, skip

BUILD = os.path.join(ROOT, "build")
HEADERS = ["zstd.h", "zstd_errors.h", "archive.h", "archive_entry.h", "pcre2.h", "sqlite3.h", "sqlite3ext.h",
           "zlib.h", "zconf.h", "cjson"]


def headers():
    """A folder with the headers of libraries and nothing else of this system."""
    folder = os.path.join(CACHE, "macos", "include")
    os.makedirs(folder, exist_ok=True)
    for name in HEADERS:
        link = os.path.join(folder, name)
        found = [path for path in (f"/usr/include/{name}", f"/usr/include/x86_64-linux-gnu/{name}")
                 if os.path.exists(path)]
        if found and not os.path.lexists(link):
            os.symlink(found[0], link)
    return folder


def main():
    zig = fetch("zig")
    if not zig:
        return
    cache = os.path.join(CACHE, "macos", "zig")
    os.makedirs(os.path.join(cache, "tmp"), exist_ok=True)
    environment = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=cache, ZIG_LOCAL_CACHE_DIR=cache)
    sources = run("make", "-s", "sources", "SYSTEM=darwin", cwd=ROOT).stdout.split()
    flags = ["-std=c17", "-D_GNU_SOURCE", "-I.", f"-I{BUILD}", "-idirafter", headers(), "-O0",
             "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-fno-sanitize=all"]
    for target in ("aarch64-macos", "x86_64-macos"):
        folder = os.path.join(CACHE, "macos", target)
        os.makedirs(folder, exist_ok=True)

        def compiled(source, target=target, folder=folder):
            out = os.path.join(folder, source.replace("/", "+") + ".o")
            done = run(zig, "cc", "-target", target, *flags, "-c", source, "-o", out, cwd=ROOT,
                       env=environment)
            return out, done.stderr if done.returncode else ""

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(compiled, sources))
        check(f"all compiles for {target}", [said.strip() for _, said in results if said][:10])
        if any(said for _, said in results):
            continue
        linked = run(zig, "cc", "-target", target, *[out for out, _ in results], "-o",
                     os.path.join(folder, "jfrtool"), env=environment)
        check(f"all links for {target}, without any library", [linked.stderr.strip()[:500]] if linked.returncode else [])


if not os.path.isdir(os.path.join(BUILD, "cmd")):
    skip("build/ has no generated headers: run make")
else:
    main()
sys.exit(finish())
