"""What can be opened, and what becomes of files that are not what they were."""
import errno
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import warnings

import jfr
import pytest

from conftest import ROOT, file_of

SHARES = file_of("shares-17.jfr")
OTHER = file_of("chunks-17.jfr")
SAMPLES = "jdk.ExecutionSample"


def content(path=SHARES):
    with open(path, "rb") as file:
        return file.read()


# ---- Sources ----------------------------------------------------------------------------------------

def opened_files(tmp_path):
    """Each kind of open file, behind four bytes that were read already."""
    path = tmp_path / "behind.bin"
    path.write_bytes(b"JUNK" + content())
    whole = io.BytesIO(b"JUNK" + content())
    temporary = tempfile.SpooledTemporaryFile()
    temporary.write(b"JUNK" + content())
    temporary.seek(0)
    with tarfile.open(tmp_path / "a.tar", "w") as tar:
        tar.add(path, "behind.bin")
    with tarfile.open(tmp_path / "a.tar") as tar:
        member = tar.extractfile("behind.bin")
        for file in (open(path, "rb"), open(path, "rb", buffering=0), whole, temporary, member):
            assert file.read(4) == b"JUNK"
            yield file


def test_open_files_are_one_recording_from_where_they_stand(tmp_path):
    for file in opened_files(tmp_path):
        with file, jfr.read(file) as rec:
            assert rec.types()[SAMPLES] == 754
            assert rec.hot_methods(1)[0]["self"] == 383
            assert len(rec.paths) == 1


def test_sources_of_all_kinds_are_read_together():
    rec = jfr.read([SHARES, io.BytesIO(content(OTHER))])
    assert rec.types()[SAMPLES] == 754 + jfr.read(OTHER).types()[SAMPLES]
    with pytest.warns(jfr.JfrWarning, match="^bytes: .*was there before"):
        jfr.read([OTHER, content(OTHER)])


def test_descriptors_are_given_back():
    before = len(os.listdir("/proc/self/fd"))
    with jfr.read([io.BytesIO(content()), content(OTHER)]):
        assert len(os.listdir("/proc/self/fd")) == before + 2
    with pytest.raises(jfr.JfrError):
        jfr.read([b"x", io.BytesIO(b"y")])
    with pytest.raises(TypeError):
        jfr.read([b"x", 7])
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("source", [None, 7, 1.5, object(), [None], [SHARES, 3], len])
def test_what_is_no_source_is_a_type_error_with_a_sentence(source):
    with pytest.raises(TypeError, match=r"jfr\.read takes a path, .*, not (NoneType|int|float|object|builtin.*)"):
        jfr.read(source)


def test_a_file_that_is_open_for_text_is_a_type_error():
    with open(SHARES, encoding="latin-1") as file, pytest.raises(TypeError, match='mode "rb"'):
        jfr.read(file)


def test_a_file_that_is_not_there_is_a_file_not_found_error(tmp_path):
    for source in (tmp_path / "missing.jfr", str(tmp_path / "missing.jfr"),
                   [SHARES, tmp_path / "missing.jfr"]):
        with pytest.raises(FileNotFoundError, match="missing") as raised:
            jfr.read(source)
        assert raised.value.errno == errno.ENOENT
        assert raised.value.filename == str(tmp_path / "missing.jfr")
        assert isinstance(raised.value, jfr.JfrError)


def test_errors_name_the_source_and_not_its_copy():
    with pytest.raises(jfr.JfrError, match="^bytes is not a JFR recording"):
        jfr.read(b"no recording at all")
    file = io.BytesIO(b"no recording at all")
    file.name = "s3://bucket/rec.jfr"
    with pytest.raises(jfr.JfrError, match="^s3://bucket/rec.jfr is not a JFR recording"):
        jfr.read(file)
    assert repr(jfr.read(content())) == "<jfr.Recording bytes>"


def test_urls_are_read_through_fsspec(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    files = fsspec.filesystem("memory")
    for name, path in (("r/a.jfr", SHARES), ("r/deep/b.jfr", OTHER)):
        with files.open(name, "wb") as file:
            file.write(content(path))
    other = jfr.read(OTHER).types()[SAMPLES]
    for url, samples in (("memory://r/a.jfr", 754), ("memory://r", 754 + other),
                         ("memory://r/*.jfr", 754), ("memory://r/deep/*", other)):
        with jfr.read(url) as rec:
            assert rec.types()[SAMPLES] == samples, url
            assert "memory://" in repr(rec)
    with fsspec.open("memory://r/a.jfr", "rb") as file, jfr.read(file) as rec:
        assert rec.types()[SAMPLES] == 754
    for url in ("memory://r/none.jfr", "memory://none/*.jfr"):
        with pytest.raises(FileNotFoundError):
            jfr.read(url)
    with pytest.raises(jfr.JfrError, match="nosuch://a cannot be read"):
        jfr.read("nosuch://a")


def test_without_fsspec_a_url_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(jfr.JfrError, match="s3://b/x.jfr is read through fsspec.*pip install"):
        jfr.read("s3://b/x.jfr")


# ---- Notes ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("broken,said,left", [(1, 1, 0), (5, 5, 0), (6, 6, 1), (30, 6, 25)])
def test_many_notes_are_some_warnings_and_a_number(tmp_path, broken, said, left):
    (tmp_path / "whole.jfr").write_bytes(content())
    for number in range(broken):
        (tmp_path / f"broken{number}.jfr").write_bytes(content()[:60])
    paths = sorted(tmp_path.iterdir(), reverse=True)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        rec = jfr.read(paths)
    notes = [str(w.message) for w in told if issubclass(w.category, jfr.JfrWarning)]
    assert len(notes) == said
    assert (f"and {left} more notes" in notes[-1]) == (left > 0)
    assert told[0].filename == __file__
    assert len(rec.notes()) == left
    assert rec.notes() == []


# ---- Files that change ------------------------------------------------------------------------------

def replace(path):
    path.rename(path.with_suffix(".old"))
    path.write_bytes(content(OTHER))


CHANGES = {"deleted": lambda path: path.unlink(), "cut": lambda path: os.truncate(path, 200_000),
           "emptied": lambda path: os.truncate(path, 0), "replaced": replace,
           "overwritten": lambda path: path.write_bytes(content(OTHER))}
ASKED = {"types": lambda rec: rec.types(),
         "arrow": lambda rec: rec.events(SAMPLES).to_arrow(),
         "pandas": lambda rec: rec.events(SAMPLES).to_pandas(),
         "polars": lambda rec: rec.events(SAMPLES).to_polars(),
         "where": lambda rec: rec.events(SAMPLES, where="startTime > 1s").to_arrow(),
         "len": lambda rec: len(rec.events(SAMPLES)),
         "len of some": lambda rec: len(rec.events(SAMPLES, where='state != "x"')),
         "rows": lambda rec: list(rec.events(SAMPLES)),
         "sql": lambda rec: rec.sql("SELECT count(*) FROM samples"),
         "hot methods": lambda rec: rec.hot_methods(), "flame": lambda rec: rec.flame(),
         "overview": lambda rec: rec.overview(), "html": lambda rec: rec._repr_html_()}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_is_not_what_it_was_is_an_error(tmp_path, change, asked):
    path = tmp_path / "a.jfr"
    path.write_bytes(content())
    rec = jfr.read(tmp_path)
    CHANGES[change](path)
    with pytest.raises(jfr.JfrError, match="since it was opened|cannot open again|other files"):
        ASKED[asked](rec)
    with pytest.raises(jfr.JfrError):  # from then on
        rec.types()


def test_whoever_reads_a_stream_gets_an_error(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "a.jfr"
    path.write_bytes(content())
    events = jfr.read(path).events(SAMPLES)
    assert pyarrow.table(events).num_rows == 754
    path.unlink()
    with pytest.raises(OSError, match="cannot open again .*a.jfr"):
        pyarrow.table(events)
    with pytest.raises(duckdb.Error, match="cannot open again .*a.jfr"):
        duckdb.sql("SELECT count(*) FROM events").fetchall()


def test_a_recording_that_grows_is_read_on(tmp_path):
    path = tmp_path / "a.jfr"
    data = content(OTHER)
    half = int.from_bytes(data[8:16], "big")
    path.write_bytes(data[:half])
    rec = jfr.read(path)
    before = rec.events(SAMPLES).to_arrow().num_rows
    with open(path, "ab") as file:
        file.write(data[half:])
    assert rec.events(SAMPLES).to_arrow().num_rows > before


def test_no_signal_ends_the_interpreter_when_a_file_shrinks(tmp_path):
    """The stream has taken its first batch, and the rest is cut away."""
    path = tmp_path / "a.jfr"
    data = content(OTHER)
    path.write_bytes(data * 1)
    program = textwrap.dedent("""
        import os, sys
        import jfr, pyarrow
        rec = jfr.read(sys.argv[1])
        events = rec.events("jdk.ExecutionSample", threads=1, batch_rows=1)
        reader = pyarrow.RecordBatchReader.from_stream(events)
        reader.read_next_batch()
        os.truncate(sys.argv[1], 100)
        try:
            while True:
                reader.read_next_batch()
        except OSError as error:
            print("told", error)
        except StopIteration:
            print("whole")
    """)
    environment = dict(os.environ)
    if not environment.get("JFR_INSTALLED"):
        environment["PYTHONPATH"] = os.path.join(ROOT, "python")
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True,
                          env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(("told", "whole"))
