"""Events through pyarrow, pandas, polars and DuckDB: each takes them, and all agree."""
import gc
import threading

import duckdb
import jfr
import pandas
import polars
import pyarrow
import pyarrow.compute
import pyarrow.parquet
import pytest

from conftest import file_of

RECORDINGS = ["shares-17.jfr", "chunks-17.jfr", "custom-17.jfr", "native-17.jfr"]


def plain(table):
    """Without dictionaries, which may differ where values agree."""
    columns = [column.cast(column.type.value_type) if pyarrow.types.is_dictionary(column.type)
               else column for column in table.columns]
    return pyarrow.table(columns, names=table.column_names)


@pytest.mark.parametrize("name", RECORDINGS)
@pytest.mark.parametrize("stacks", ["id", "top", "text", "nested"])
def test_every_event_type_is_valid_arrow(name, stacks):
    rec = jfr.read(file_of(name))
    for event, count in rec.types().items():
        table = pyarrow.table(rec.events(event, stacks=stacks))
        table.validate(full=True)
        assert table.num_rows == count, event


@pytest.mark.parametrize("name", RECORDINGS)
def test_threads_and_batches_change_nothing(name):
    rec = jfr.read(file_of(name))
    for event in [event for event, count in rec.types().items() if count][:6]:
        one = plain(rec.events(event, threads=1).to_arrow())
        assert one.equals(plain(rec.events(event, threads=4, batch_rows=13).to_arrow()))
        assert one.equals(rec.events(event, dictionaries=False).to_arrow())


def test_pandas_polars_duckdb_and_pyarrow_have_the_same_rows(shares):
    e = shares.events("jdk.ExecutionSample", ["startTime", "sampledThread", "stackTrace_top",
                                              "stackTrace_line"])
    expected = plain(e.to_arrow()).to_pylist()
    ns = [row["startTime"].value for row in expected]
    lines = [row["stackTrace_line"] for row in expected]
    tops = [row["stackTrace_top"] for row in expected]
    frame = e.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["startTime"].astype("int64")) == ns
    assert list(frame["stackTrace_top"]) == tops
    frame = e.to_polars()
    assert isinstance(frame, polars.DataFrame)
    assert frame["startTime"].dt.timestamp("ns").to_list() == ns
    assert frame["stackTrace_top"].cast(polars.String).to_list() == tops
    rows = duckdb.sql("SELECT epoch_ns(startTime), stackTrace_top, stackTrace_line FROM e").fetchall()
    assert [list(column) for column in zip(*rows)] == [ns, tops, lines]


def test_duckdb_reads_nested_stacks_as_they_are(shares):
    nested = shares.events("ExecutionSample", ["stackTrace", "stackTrace_top"], stacks="nested")
    rows = duckdb.sql("""SELECT stackTrace[1]."class" || '.' || stackTrace[1]."method",
                                stackTrace_top, len(stackTrace) FROM nested""").fetchall()
    assert len(rows) == 754
    assert all(row[0] == row[1] and row[2] > 0 for row in rows)


def test_samples_of_methods_are_what_the_workload_did(shares):
    e = shares.events("ExecutionSample")
    counts = dict(duckdb.sql("SELECT stackTrace_top, count(*) FROM e GROUP BY 1").fetchall())
    assert counts == {"workload.Shares.hotHalf": 383, "workload.Shares.hotThirty": 220,
                      "workload.Shares.hotTwenty": 151}


def test_metadata_of_fields_say_path_and_unit(shares):
    schema = shares.events("jdk.GCHeapSummary").to_arrow().schema
    assert schema.metadata[b"jfr.type"] == b"jdk.GCHeapSummary"
    field = schema.field("heapSpace_committedSize")
    assert field.metadata == {b"jfr.path": b"heapSpace.committedSize", b"jfr.unit": b"bytes"}


def test_a_condition_leaves_rows_out(shares):
    every = shares.events("ThreadCPULoad", ["user"]).to_arrow()["user"].to_pylist()
    some = shares.events("ThreadCPULoad", ["user"], where="user > 10%").to_arrow()["user"]
    assert sorted(some.to_pylist()) == sorted(v for v in every if v > 0.1)
    assert 0 < len(some) < len(every)
    named = shares.events("ThreadCPULoad", ["user"], where='eventThread.javaName ~ "worker"')
    assert 0 < named.to_arrow().num_rows < len(every)


@pytest.mark.parametrize("wrong, said", [
    ({"type": "ExecutionSampel"}, "did you mean ExecutionSample"),
    ({"columns": ["colour"]}, 'no column "colour"'),
    ({"where": "colour > 1"}, 'no column "colour"'),
    ({"where": "startTime >"}, "column 12"),
    ({"where": "stackTrace_line ~ 5"}, "where"),
    ({"stacks": "deep"}, "id, top, text, nested"),
    ({"timestamps": "s"}, "ns, us, int64"),
])
def test_what_is_wrong_is_said(shares, wrong, said):
    with pytest.raises(jfr.JfrError, match=said):
        shares.events(**{"type": "ExecutionSample", **wrong})


def test_microseconds_for_files(shares, tmp_path):
    e = shares.events("ExecutionSample", timestamps="us")
    path = str(tmp_path / "samples.parquet")
    pyarrow.parquet.write_table(e.to_arrow(), path, row_group_size=1_000_000)
    back = pyarrow.parquet.read_table(path)
    assert str(back.schema.field("startTime").type) == "timestamp[us, tz=UTC]"
    ns = shares.events("ExecutionSample", ["startTime"], timestamps="int64").to_arrow()
    us = pyarrow.compute.cast(back["startTime"], pyarrow.int64())
    assert us.to_pylist() == [v // 1000 for v in ns["startTime"].to_pylist()]


def test_several_recordings_say_which(tmp_path):
    rec = jfr.read([file_of("shares-17.jfr"), file_of("chunks-17.jfr")])
    table = plain(rec.events("ExecutionSample", ["startTime"], recording=True).to_arrow())
    counts = {name: 0 for name in table["recording"].to_pylist()}
    for name in table["recording"].to_pylist():
        counts[name] += 1
    assert {name.rsplit("/", 1)[1]: count for name, count in counts.items()} == {
        name: jfr.read(file_of(name)).types()["jdk.ExecutionSample"]
        for name in ("shares-17.jfr", "chunks-17.jfr")}


def test_streams_live_on_when_recordings_are_closed():
    rec = jfr.read(file_of("shares-17.jfr"))
    reader = pyarrow.RecordBatchReader.from_stream(rec.events("ExecutionSample", threads=2))
    rec.close()
    del rec
    gc.collect()
    assert sum(batch.num_rows for batch in reader) == 754


def test_capsules_that_nobody_reads_are_released(shares):
    for _ in range(20):
        shares.events("ExecutionSample").__arrow_c_stream__()
        shares.events("ExecutionSample").__arrow_c_schema__()
    assert pyarrow.schema(shares.events("ExecutionSample")).names[0] == "startTime"


def test_threads_of_python_read_at_the_same_time(shares):
    found = []
    workers = [threading.Thread(target=lambda: found.append(
        shares.events("ExecutionSample").to_arrow().num_rows)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [754] * 4
