"""The wheels of dist/: what pip and a machine of 2014 ask of them; that of aarch64 under qemu."""
import base64
import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import zipfile

import pytest

from conftest import ROOT, file_of

WHEELS = sorted([*pathlib.Path(ROOT, "dist").glob("jfrtool-*.whl"), *pathlib.Path(ROOT, "dist").glob("*/jfrtool-*.whl")])
# What PEP 599 lets a wheel want of the system; more comes with the wheel.
SYSTEM = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
          "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
MACHINES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}
pytestmark = pytest.mark.skipif(not WHEELS, reason="there is no wheel in dist/: make wheel")


@pytest.fixture(params=WHEELS, ids=lambda path: path.stem.rsplit("_", 1)[-1] if path else "none", name="wheel")
def make_wheel(request):
    return request.param


def arch_of(wheel):
    return re.search(r"manylinux2014_(x86_64|aarch64)\.", wheel.name).group(1)


@pytest.fixture(name="laid_out")
def make_laid_out(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            os.chmod(archive.extract(entry, tmp_path), entry.external_attr >> 16)
    return tmp_path


def read(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_record_has_each_file_with_its_sum(laid_out):
    record = next(laid_out.glob("*.dist-info/RECORD"))
    listed = dict(line.split(",", 1) for line in record.read_text().splitlines())
    there = {str(path.relative_to(laid_out)) for path in laid_out.rglob("*") if path.is_file()}
    assert set(listed) == there
    for name, about in listed.items():
        data = (laid_out / name).read_bytes()
        sum_of = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        assert name.endswith("/RECORD") or about == f"sha256={sum_of},{len(data)}", name


def test_the_tags_are_those_of_the_name(wheel, laid_out):
    tags = re.findall(r"^Tag: (\S+)$", next(laid_out.glob("*.dist-info/WHEEL")).read_text(), re.M)
    assert tags == [f"py3-none-manylinux2014_{arch_of(wheel)}", f"py3-none-manylinux_2_17_{arch_of(wheel)}"]
    for line in (wheel.parent / "SHA256SUMS").read_text().splitlines():
        if line.endswith("  " + wheel.name):
            assert line.split()[0] == hashlib.sha256(wheel.read_bytes()).hexdigest()
            return
    pytest.fail("dist/SHA256SUMS has no sum of it")


@pytest.mark.skipif(not shutil.which("readelf"), reason="there is no readelf (binutils)")
def test_what_it_wants_of_the_system_a_machine_of_2014_has(wheel, laid_out):
    carried = {path.name for path in (laid_out / "jfr" / "_lib").iterdir()}
    assert carried == {"jfrtool", "libjfrpython.so", "libsqlite3.so.0"}
    for path in (laid_out / "jfr" / "_lib").iterdir():
        assert MACHINES[arch_of(wheel)] in read("readelf", "-h", path)
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", read("readelf", "-d", path)))
        assert needed <= SYSTEM | carried, path.name
        versions = {tuple(map(int, found.split("."))) for found in
                    re.findall(r"GLIBC_([\d.]+)", read("readelf", "-V", path))}
        assert versions and max(versions) <= (2, 17), path.name
        assert not re.search(r"GLIBCXX|GCC_[4-9]", read("readelf", "-V", path))
        # Symbols of its own: nothing undefined but what libraries named above have.
        assert "STACK" not in read("readelf", "-lW", path) or "RWE" not in read("readelf", "-lW", path)


def test_the_small_libraries_are_inside_and_not_looked_for(wheel, laid_out):
    if arch_of(wheel) != platform.machine():
        pytest.skip("it is for another processor")
    program = laid_out / "jfr" / "_lib" / "jfrtool"
    commands = [["version"], ["profile", "--include", "hot", "-o", laid_out / "x.pb.gz", file_of("shares-17.jfr")]]
    for command in commands:
        said = subprocess.run([program, *command], check=True, capture_output=True, text=True,
                              env={**os.environ, "LD_DEBUG": "files"}).stderr
        assert "file=libc.so.6" in said
        assert not re.findall(r"file=(lib(?:pcre2|cjson|z)\b\S*) \[0\];  dynamically loaded", said), command


def test_the_program_knows_what_the_processor_can_do(wheel, laid_out):
    if arch_of(wheel) != platform.machine() or arch_of(wheel) != "x86_64":
        pytest.skip("it is for another processor, or one of which all can the same")
    said = re.search(r"^processor +(.*)$", read(laid_out / "jfr" / "_lib" / "jfrtool", "version", "--build"), re.M).group(1)
    flags = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M).group(1).split()
    wanted = {"avx2", "bmi1", "bmi2", "popcnt"} <= set(flags)
    assert said == "x86-64, SSE2" + (", AVX2" if wanted else "")


# recordings_open and recordings_tables, as ctypes calls them, in a process of the other processor.
LOADER = """
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
    char error[1024] = "";
    const char *paths[] = {argv[2]};
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) { puts(dlerror()); return 1; }
    void *(*open)(const char *const *, unsigned long, char *, unsigned long) = dlsym(library, "recordings_open");
    void *(*tables)(void *) = dlsym(library, "recordings_tables");
    unsigned long (*count)(void *) = dlsym(library, "jfr_tables_count");
    void *recordings = open(paths, 1, error, sizeof error);
    if (!recordings) { puts(error); return 1; }
    printf("%lu\\n", count(tables(recordings)));
    return 0;
}
"""


def test_it_runs_on_aarch64(wheel, laid_out):
    if arch_of(wheel) != "aarch64":
        pytest.skip("the suite itself runs with it")
    qemu = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
    if not qemu or not shutil.which("aarch64-linux-gnu-gcc"):
        pytest.skip("there is no qemu-aarch64, or no aarch64-linux-gnu-gcc, whose C library it would run with")
    run = [qemu, "-L", "/usr/aarch64-linux-gnu"]
    library = laid_out / "jfr" / "_lib"
    (laid_out / "loader.c").write_text(LOADER)
    read("aarch64-linux-gnu-gcc", laid_out / "loader.c", "-ldl", "-o", laid_out / "loader")
    import jfr
    types = len(jfr.read(file_of("shares-17.jfr")).types())
    assert int(read(*run, laid_out / "loader", library / "libjfrpython.so", file_of("shares-17.jfr"))) == types
    assert "workload.Shares.hotHalf" in read(*run, library / "jfrtool", "hot-methods", file_of("shares-17.jfr"))
    counted = read(*run, library / "jfrtool", "sql", "--format", "csv", file_of("shares-17.jfr"),
                   "SELECT count(*) AS n FROM jdk.ExecutionSample")
    assert counted.split() == ["n", "754"]
