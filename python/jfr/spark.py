"""A data source for Spark 4: events of recordings as a DataFrame.

>>> import jfr.spark
>>> jfr.spark.register(spark)
>>> spark.read.format("jfr").option("type", "jdk.GCPhasePause").load("/data/recordings")

Options, besides the path of a file or folder:

=============  =====================================================================================
type           the event type; needed
columns        names with commas between them; all unless given
where          a condition, see ``Recording.events``
stacks         id, top (as is usual), text or nested
mode           what becomes of files that cannot be read: PERMISSIVE (a warning on the executor's
               stderr, as is usual) or FAILFAST
maxBytes       of the files of a task, 64 MB unless given; a file counts 100 kB more than its size
=============  =====================================================================================

The first column is ``recording``, the file. Points of time are timestamps (us, as Spark has them),
durations BIGINT in ns. The columns are those of all files together; ``.schema(...)`` saves looking
at them. The package must be installed where executors run.
"""
from __future__ import annotations

import os
import warnings
from typing import Iterator, List, Mapping, Optional

import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]
from pyspark.sql import SparkSession  # type: ignore[import-untyped,import-not-found,unused-ignore]
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition  # type: ignore[import-untyped,import-not-found,unused-ignore]
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema  # type: ignore[import-untyped,import-not-found,unused-ignore]
from pyspark.sql.types import StructType  # type: ignore[import-untyped,import-not-found,unused-ignore]

from . import Events, JfrError, JfrWarning, Recording, read

FILE_COST = 100_000  # bytes that opening a file is worth
MAX_BYTES = 64_000_000


class Files(InputPartition):  # type: ignore[misc,unused-ignore]
    """What one task reads."""

    def __init__(self, paths: List[str]) -> None:
        super().__init__(paths)
        self.paths = paths


def files_of(path: str) -> List[str]:
    """A file, or all files below a folder, in the order of their names; hidden ones left out."""
    if path.startswith("file:"):
        path = "/" + path[len("file:"):].lstrip("/")
    if not os.path.isdir(path):
        return [path]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name[0] not in "._")
        found += [os.path.join(folder, name) for name in sorted(names) if name[0] not in "._"]
    return found


class JfrDataSource(DataSource):  # type: ignore[misc,unused-ignore]
    """What Spark makes of ``format("jfr")``."""

    @classmethod
    def name(cls) -> str:
        return "jfr"

    def paths(self) -> List[str]:
        path = self.options.get("path")
        if not path:
            raise JfrError("a path is needed: .load(path)")
        return files_of(path)

    def schema(self) -> StructType:
        with warnings.catch_warnings():
            if self.options.get("mode", "").upper() != "FAILFAST":
                warnings.simplefilter("ignore", JfrWarning)
            return from_arrow_schema(pyarrow.schema(events_of(read(self.paths()), self.options)))

    def reader(self, schema: StructType) -> "JfrReader":
        return JfrReader(self.paths(), schema, dict(self.options))


def events_of(recording: Recording, options: Mapping[str, str]) -> Events:
    """Events in the types that Spark has."""
    columns = options.get("columns")
    return recording.events(options.get("type") or "", columns.split(",") if columns else None,
                            options.get("where"), options.get("stacks"), timestamps="us",
                            dictionaries=False, recording=True, threads=1)


class JfrReader(DataSourceReader):  # type: ignore[misc,unused-ignore]
    """Files in tasks of about equal size."""

    def __init__(self, paths: List[str], schema: StructType, options: Mapping[str, str]) -> None:
        self._paths = paths
        self._schema = schema
        self._options = options

    def partitions(self) -> List[Files]:
        limit = int(self._options.get("maxbytes", MAX_BYTES))
        tasks: List[List[str]] = []
        size = 0
        for path in self._paths:
            cost = FILE_COST + (os.path.getsize(path) if os.path.exists(path) else 0)
            if not tasks or size + cost > limit:
                tasks.append([])
                size = 0
            tasks[-1].append(path)
            size += cost
        return [Files(paths) for paths in tasks]

    def read(self, partition: Files) -> Iterator[pyarrow.RecordBatch]:
        schema = to_arrow_schema(self._schema, timezone="UTC")
        strict = self._options.get("mode", "").upper() == "FAILFAST"
        for path in partition.paths:
            try:
                with read(path) as recording:
                    events = self._events(recording)
                    yield from _batches(events, schema) if events else ()
                    lost = recording.notes()
            except (JfrError, OSError) as error:  # Arrow says with OSError what ends a stream
                lost = [f"{path}: {error}"]
            if lost and strict:
                raise JfrError(lost[0])
            for line in lost:
                warnings.warn(line, JfrWarning)

    def _events(self, recording: Recording) -> Optional[Events]:
        """None: this recording has not the type. Of the columns those that it has."""
        try:
            found = recording.columns(self._options.get("type") or "")
        except JfrError:
            return None
        asked = self._options.get("columns")
        if not asked:
            return events_of(recording, self._options)
        there = [name for name in asked.split(",") if name in found]
        return events_of(recording, {**self._options, "columns": ",".join(there)})


def _batches(events: Events, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    """With the columns of the whole: those that this recording has not are null."""
    for batch in pyarrow.RecordBatchReader.from_stream(events):
        there = set(batch.schema.names)
        columns = [batch.column(field.name).cast(field.type) if field.name in there
                   else pyarrow.nulls(batch.num_rows, field.type) for field in schema]
        yield pyarrow.RecordBatch.from_arrays(columns, schema=schema)


def register(spark: SparkSession) -> None:
    """Makes ``format("jfr")`` known to the session."""
    spark.dataSource.register(JfrDataSource)
