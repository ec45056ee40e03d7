"""read_jfr in DuckDB, loaded from build/ without a signature, against the package's Arrow; recipes of docs/python.md."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import duckdb
import jfr
import pyarrow
import pyarrow.parquet
import pytest

from conftest import ROOT, file_of

EXTENSION = os.path.join(ROOT, os.environ.get("BUILD", "build"), "jfr.duckdb_extension")
RECORDINGS = ["shares-17.jfr", "chunks-17.jfr", "custom-17.jfr", "native-17.jfr", "hostile-17.jfr"]
needs_extension = pytest.mark.skipif(not os.path.exists(EXTENSION),
                                     reason="there is no build/jfr.duckdb_extension: DuckDB's header could not be had")


@pytest.fixture(name="database")
def make_database():
    database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    database.execute(f"LOAD '{EXTENSION}'")
    return database


@needs_extension
@pytest.mark.parametrize("name", RECORDINGS)
def test_each_event_type_is_what_arrow_says(database, name):
    rec = jfr.read(file_of(name))
    for event in rec.types():
        theirs = database.execute("SELECT * FROM read_jfr(?, ?)", [file_of(name), event]).to_arrow_table()
        ours = pyarrow.table(rec.events(event, columns=theirs.column_names, timestamps="int64", dictionaries=False))
        for column in ours.column_names:
            kind = theirs.schema.field(column).type
            values = theirs[column].cast(pyarrow.int64()) if pyarrow.types.is_timestamp(kind) else theirs[column]
            assert values.to_pylist() == ours[column].to_pylist(), (event, column)


@needs_extension
def test_patterns_and_folders_are_read_and_the_file_is_a_column(database, tmp_path):
    (tmp_path / "day=1").mkdir()
    (tmp_path / "day=2").mkdir()
    shutil.copy(file_of("shares-17.jfr"), tmp_path / "day=1" / "a.jfr")
    shutil.copy(file_of("lambdas-17.jfr"), tmp_path / "day=2" / "b.jfr")
    query = "SELECT recording, count(*) FROM read_jfr(?, 'ExecutionSample', recording := true) GROUP BY 1 ORDER BY 1"
    expected = [(str(tmp_path / where), len(pyarrow.table(jfr.read(str(tmp_path / where)).events("ExecutionSample"))))
                for where in ("day=1/a.jfr", "day=2/b.jfr")]
    for path in (tmp_path / "day=*", tmp_path / "day=*" / "*.jfr", tmp_path):
        assert database.execute(query, [str(path)]).fetchall() == expected


@needs_extension
def test_joins_and_counts_take_only_what_they_name(database):
    path = file_of("shares-17.jfr")
    assert database.execute("SELECT count(*) FROM read_jfr(?, 'jdk.ExecutionSample')", [path]).fetchone() == (754,)
    top = database.execute("SELECT stackTrace_top, count(*) FROM read_jfr(?, 'jdk.ExecutionSample') GROUP BY 1 "
                           "ORDER BY 2 DESC LIMIT 1", [path]).fetchone()
    assert top == ("workload.Shares.hotHalf", 383)
    both = database.execute("SELECT count(*) FROM read_jfr($1, 'jdk.ExecutionSample') a "
                            "JOIN read_jfr($1, 'jdk.ExecutionSample') b USING (startTime, sampledThread)", [path])
    assert both.fetchone()[0] >= 754


@needs_extension
@pytest.mark.parametrize("path, event, words", [
    ("shares-17.jfr", "jdk.ExecutonSample", "did you mean jdk.ExecutionSample"),
    ("missing.jfr", "jdk.ExecutionSample", "No such file"),
    ("README.md", "jdk.ExecutionSample", "is not a JFR recording"),
    (None, "jdk.ExecutionSample", "wants a path and an event type"),
])
def test_what_cannot_be_read_is_a_sentence(database, path, event, words):
    with pytest.raises(duckdb.Error, match=words):
        database.execute("SELECT * FROM read_jfr(?, ?)", [path and file_of(path), event]).fetchall()


@needs_extension
def test_a_cut_recording_is_read_as_far_as_it_goes(database, tmp_path, capfd):
    with open(file_of("chunks-17.jfr"), "rb") as file:
        (tmp_path / "cut.jfr").write_bytes(file.read()[:200000])
    rows = database.execute("SELECT count(*) FROM read_jfr(?, 'jdk.ExecutionSample')", [str(tmp_path / "cut.jfr")])
    assert 0 < rows.fetchone()[0] < 232
    rows.close()
    database.close()
    assert "cut.jfr" in capfd.readouterr().err


def blocks(title):
    """The code of a section of docs/python.md: (language, text)."""
    text = pathlib.Path(ROOT, "docs", "python.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)
    return re.findall(r"^```(\w+)\n(.*?)^```", section, re.M | re.S)


@pytest.fixture(name="place")
def make_place(tmp_path, monkeypatch):
    """A folder with what the recipes name."""
    (tmp_path / "recordings").mkdir()
    os.symlink(file_of("chunks-17.jfr"), tmp_path / "recordings" / "chunks.jfr")
    os.symlink(file_of("shares-17.jfr"), tmp_path / "recordings" / "shares.jfr")
    (tmp_path / "build").mkdir()
    if os.path.exists(EXTENSION):
        os.symlink(EXTENSION, tmp_path / "build" / "jfr.duckdb_extension")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_of_the_lake(path, rows):
    about = pyarrow.parquet.ParquetFile(path)
    assert about.metadata.num_rows == rows
    assert about.schema_arrow.field("startTime").type.unit == "us"
    table = about.read()
    assert table["startTime"].null_count == 0


def test_the_recipe_for_parquet(place):
    code = "".join(text for language, text in blocks("Parquet") if language == "python")
    count = len(pyarrow.table(jfr.read("recordings/").events("jdk.ExecutionSample")))
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
    for path in ("samples.parquet", "streamed.parquet"):
        is_of_the_lake(place / path, count)


def test_row_groups_have_a_million_rows(tmp_path):
    """What the recipe's option does, with more rows than one group has."""
    many = pyarrow.table({"n": pyarrow.array(range(1_500_000))})
    duckdb.sql(f"COPY (FROM many) TO '{tmp_path}/d.parquet' (COMPRESSION zstd, ROW_GROUP_SIZE 1000000)")
    pyarrow.parquet.write_table(many, tmp_path / "p.parquet", row_group_size=1_000_000, compression="zstd")
    assert pyarrow.parquet.ParquetFile(tmp_path / "p.parquet").metadata.row_group(0).num_rows == 1_000_000
    assert pyarrow.parquet.ParquetFile(tmp_path / "d.parquet").metadata.row_group(0).num_rows >= 1_000_000


@needs_extension
def test_the_recipe_in_sql(place, database):
    for language, text in blocks("DuckDB without Python"):
        if language != "sql":
            continue
        for statement in text.replace("LOAD 'build/", f"LOAD '{place}/build/").split(";"):
            if statement.strip():
                database.execute(statement)
    count = database.execute("SELECT count(*) FROM read_jfr('recordings/*.jfr', 'jdk.ExecutionSample')").fetchone()[0]
    is_of_the_lake(place / "samples.parquet", count)
