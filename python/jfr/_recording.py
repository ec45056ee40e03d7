"""Recordings, their events, and what jfrtool says of them."""
from __future__ import annotations

import ctypes
import html
import json
import os
import subprocess
import warnings
import weakref
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence,
                    TypeVar, Union)

from . import _native
from ._native import LIB
from ._sources import JfrError, Paths, close, listed
from ._table import Table

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    import polars  # type: ignore[import-untyped,import-not-found,unused-ignore]
    import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

    from ._sources import Source

_T = TypeVar("_T")

STACKS = ("id", "top", "text", "nested")
TEXT_OF_STACK = ".text"
PARTS_OF_STACK = (".top", ".line", ".depth", ".truncated", TEXT_OF_STACK)
EXIT_EMPTY = 4  # of jfrtool: there is nothing to report
MOST_WARNINGS = 5  # of one call; the rest are counted


class JfrWarning(UserWarning):
    """Something of a recording was lost, damaged or left out; the rest was read."""


def read(source: Union[Source, Iterable[Source]]) -> "Recording":
    """Opens recordings: a path, a folder, a URL, bytes, an open file, or several of these.

    Files may be compressed (gzip, zstd, lz4, xz) or archives (zip, tar); what a file is decides,
    not its name. Only headers and metadata are read now. What is open is read from where it stands
    to its end, URLs such as "s3://bucket/rec.jfr" through fsspec; both are kept in memory.

    Raises JfrError if nothing of it can be read, and JfrFileNotFoundError, which is a
    FileNotFoundError, too, where there is no such file; what is left out beside others is a
    JfrWarning.
    """
    return Recording(listed(source))


class Recording:
    """One recording or several, as one. Made by ``jfr.read``.

    Events and streams that were made of it live on when it is closed.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = Paths(sources)
        self.paths: List[str] = self._sources.paths
        self._memory = self._sources.memory
        self._unsaid: List[str] = []
        error = ctypes.create_string_buffer(_native.ERROR_SIZE)
        handle = LIB.recordings_open(_native.texts(self.paths), len(self.paths), error, len(error))
        if not handle:
            close(self._memory)
            raise self._error(error)
        self._handle: Optional[int] = handle
        self._finalizer = weakref.finalize(self, _close, handle, self._memory)
        self._warn(4)

    def _error(self, error: ctypes.Array[ctypes.c_char]) -> JfrError:
        return JfrError(self._sources.named(error.value.decode(errors="replace")))

    # ---- What there is ----

    def types(self) -> Dict[str, int]:
        """How many events of each type there are, the most frequent first; those with none, too.

        Reads past all events, without looking at them.
        """
        tables = self._tables()
        error = ctypes.create_string_buffer(_native.ERROR_SIZE)
        counts = LIB.recordings_counts(self._open(), error, len(error))
        if not counts:
            raise self._error(error)
        names = [LIB.jfr_table_name(LIB.jfr_tables_at(tables, i)).decode()
                 for i in range(LIB.jfr_tables_count(tables))]
        pairs = [(name, int(counts[i])) for i, name in enumerate(names)]
        return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))

    def columns(self, type: str) -> Dict[str, Dict[str, Optional[str]]]:
        """The columns of an event type: for each its "kind" (boolean, integer, unsigned, real,
        timestamp, duration, text, thread, stack), "unit" (ns, bytes, bytes/s, bits, bits/s, share,
        address, hertz or None) and "path" in the recording.
        """
        found = self._columns_of(_full_name(self, type))
        return {c.name.decode(): {"kind": _native.kind_name(c),
                                  "unit": _native.unit_name(c),
                                  "path": c.path.decode()} for c in found}

    def events(self, type: str, columns: Optional[Sequence[str]] = None,
               where: Optional[str] = None, stacks: Optional[str] = None, *,
               timestamps: str = "ns", dictionaries: bool = True, recording: bool = False,
               raw_names: bool = False, threads: int = 0, batch_rows: int = 0) -> "Events":
        """The events of a type as a table that any library of Arrow reads; nothing is read yet.

        type: "jdk.GCPhasePause"; of the JDK's the part behind "jdk." will do.

        columns: names as ``columns`` has them, or paths ("heapSpace.start"); all unless given.

        where: a condition as ``jfrtool events --where`` takes it, such as
        ``duration > 20ms && host ~ "db"``; what it names need not be among the columns.

        stacks: "id" (64 bits, the hash of the frames, the same in every recording of a program),
        "top" (besides the topmost method, its line, and the depth; as is usual), "text" (besides
        all frames as one text), "nested" (a list of structs of class, method, line and type).

        timestamps: "ns", "us" (for Spark and other readers of Parquet) or "int64" (ns since the
        epoch). dictionaries: texts are dictionaries, else utf8. recording: one more column in
        front, the name of the file. raw_names: names of hidden classes as recorded, else stable
        ones. threads: that read, 0 for all processors. batch_rows: at most, 0 for 131,072.

        Rows come in the order of the files, which is not that of time. Durations are ns.
        """
        if isinstance(columns, str):
            columns = [columns]
        return Events(self, _full_name(self, type), columns, where, stacks, timestamps,
                      dictionaries, recording, raw_names, threads, batch_rows)

    def notes(self) -> List[str]:
        """What was said of losses and damage since the last call, a line each; without what was a
        warning already."""
        lines, self._unsaid = self._unsaid, []
        at = LIB.recordings_notes(self._open())
        if at:
            text = ctypes.string_at(at).decode(errors="replace")
            LIB.recordings_free(at)
            lines += self._sources.named(text).splitlines()
        return lines

    # ---- What jfrtool says ----

    def sql(self, query: str) -> Table:
        """The answer to a statement of SQL, see docs/sql.md: each event type is a table.

        Durations are ns, ``ms(x)`` and ``seconds(x)`` make numbers of them; points of time are ns
        since the epoch, ``time(x)`` makes a text of them.
        """
        rows = _json_rows(self._run("sql", self._operands(), ["--query", query, "--format",
                                                              "ndjson", "--allow-empty"]))
        columns: List[str] = []
        for row in rows:
            columns += [name for name in row if name not in columns]
        return Table(columns, [{name: row.get(name) for name in columns} for row in rows])

    def hot_methods(self, top: int = 30, event: Optional[str] = None, **options: Any) -> Table:
        """The methods in which samples are: columns method, self and total (samples), and both in
        percent of all samples.

        event: which samples, as ``--event`` takes it: "cpu" (as is usual), "wall", "alloc",
        "lock", "exception", a type. Further options are those of ``jfrtool hot-methods``, with _
        for -: ``thread="worker.*"``, ``by="line"``, ``from_="10s"``.
        """
        text = self._run("hot-methods", self._operands(),
                         ["--format", "json", "--top", str(top)] + _options(event, options))
        methods = json.loads(text)["methods"] if text.strip() else []
        names = ["method", "self", "self_percent", "total", "total_percent"]
        rows = []
        for found in methods:
            parts = [found.get("class"), found.get("method")]
            found["method"] = ".".join(part for part in parts if part)
            rows.append({name: found.get(name) for name in names})
        return Table(names, rows)

    def flame(self, event: Optional[str] = None, **options: Any) -> "Flame":
        """A flame graph, which notebooks show; ``Flame.svg`` is the picture, ``save`` writes it.

        event and further options: as of ``hot_methods``.
        """
        return Flame(self._run("flame", self._operands(), _options(event, options)))

    def overview(self) -> "Overview":
        """What stands out: the findings of all rules, the most severe first."""
        found = self._run("overview", self._operands(), ["--format", "json"])
        text = self._run("overview", self._operands(), ["--format", "text", "--color", "never"])
        return Overview(json.loads(found)["findings"] if found.strip() else [], text)

    def _operands(self) -> List[str]:
        self._open()
        return [os.path.join(".", path) if path.startswith("-") else path for path in self.paths]

    def _run(self, command: str, operands: List[str], arguments: List[str]) -> str:
        argv = [_native.program(), command, "--quiet", *operands, *arguments]
        self._check()
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True,
                              pass_fds=self._memory, check=False)
        self._check()
        if done.returncode not in (0, EXIT_EMPTY):
            said = self._sources.named(done.stderr.decode(errors="replace").strip())
            raise JfrError(said or f"jfrtool {command}: exit code {done.returncode}")
        return done.stdout.decode(errors="replace")

    def _check(self) -> None:
        """The program opens the files by their names: they are what they were."""
        error = ctypes.create_string_buffer(_native.ERROR_SIZE)
        if not LIB.recordings_check(self._open(), error, len(error)):
            raise self._error(error)

    # ---- Housekeeping ----

    def close(self) -> None:
        """Lets go of the recordings; streams that are open go on."""
        self._finalizer()
        self._handle = None

    def __enter__(self) -> "Recording":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _names(self) -> str:
        names = [self._sources.named(path) for path in self.paths[:3]]
        return ", ".join(names) + (", ..." if len(self.paths) > 3 else "")

    def __repr__(self) -> str:
        return f"<jfr.Recording {self._names()}>"

    def _repr_html_(self) -> str:
        """Which events there are; reads past all of them."""
        if self._handle is None:
            return f"<p>{html.escape(repr(self))} (closed)</p>"
        rows = [{"type": name, "events": count} for name, count in self.types().items() if count]
        table = Table(["type", "events"], rows)
        return f"<p>{html.escape(self._names())}</p>{table._repr_html_()}"

    def _open(self) -> int:
        if self._handle is None:
            raise JfrError("the recording was closed")
        return self._handle

    def _tables(self) -> int:
        tables: int = LIB.recordings_tables(self._open())
        return tables

    def _columns_of(self, name: str) -> List[_native.Column]:
        table = LIB.jfr_tables_find(self._tables(), name.encode())
        return [LIB.jfr_table_column(table, i).contents
                for i in range(LIB.jfr_table_columns(table))]

    def _warn(self, stacklevel: int) -> None:
        """Warns of what was said since: of a folder that may be hundreds of lines."""
        lines = self.notes()
        for line in lines[:MOST_WARNINGS]:
            warnings.warn(line, JfrWarning, stacklevel=stacklevel)
        self._unsaid = lines[MOST_WARNINGS:]
        if self._unsaid:
            warnings.warn(f"and {len(self._unsaid)} more notes: Recording.notes() has them",
                          JfrWarning, stacklevel=stacklevel)


def _close(handle: int, memory: List[int]) -> None:
    LIB.recordings_close(handle)
    close(memory)


def _full_name(recording: Recording, name: str) -> str:
    tables = recording._tables()
    for found in (name, "jdk." + name):
        if LIB.jfr_tables_find(tables, found.encode()):
            return found
    names = [LIB.jfr_table_name(LIB.jfr_tables_at(tables, i)).decode()
             for i in range(LIB.jfr_tables_count(tables))]
    import difflib

    near = difflib.get_close_matches(name, names + [n.rpartition(".")[2] for n in names], 1)
    raise JfrError(f"no event type of the recording is called {name}"
                   + (f"; did you mean {near[0]}?" if near else ""))


def _options(event: Optional[str], options: Dict[str, Any]) -> List[str]:
    arguments = ["--event", event] if event else []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            arguments += [option] if one is True else [option, str(one)]
    return arguments


def _json_rows(text: str) -> List[Dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line]


class Events:
    """Events of one type, a row each; made by ``Recording.events``.

    Any library that knows Arrow's PyCapsule interface reads it, as often as it likes:
    ``pyarrow.table(e)``, ``polars.DataFrame(e)``, and DuckDB by the name of the variable.
    """

    def __init__(self, recording: Recording, type: str, columns: Optional[Sequence[str]],
                 where: Optional[str], stacks: Optional[str], timestamps: str, dictionaries: bool,
                 with_recording: bool, raw_names: bool, threads: int, batch_rows: int) -> None:
        if stacks is not None and stacks not in STACKS:
            raise JfrError(f"stacks is one of {', '.join(STACKS)}, not {stacks}")
        if timestamps not in _native.TIMES:
            raise JfrError(f"timestamps is one of {', '.join(_native.TIMES)}, not {timestamps}")
        self.type = type
        self._recording = recording
        self._where = where
        self._names = _chosen(recording, type, columns, stacks)
        flags = (0 if dictionaries else _native.PLAIN)
        flags |= _native.NESTED if stacks == "nested" else 0
        flags |= _native.RECORDING if with_recording else 0
        flags |= _native.RAW_NAMES if raw_names else 0
        self._options = _native.ArrowOptions(_native.TIMES[timestamps], flags, threads, batch_rows)
        self.columns: List[str] = self._column_names()

    def _stream(self) -> _native.ArrowArrayStream:
        error = ctypes.create_string_buffer(_native.ERROR_SIZE)
        stream = _native.ArrowArrayStream()
        names = _native.texts(self._names)
        where = self._where.encode() if self._where else None
        if not LIB.recordings_stream(self._recording._open(), self.type.encode(), names,
                                     len(self._names), where, self._options, stream, error,
                                     len(error)):
            raise self._recording._error(error)
        return stream

    def _schema(self) -> _native.ArrowSchema:
        stream, schema = self._stream(), _native.ArrowSchema()
        stream.get_schema(stream, schema)
        stream.release(stream)
        return schema

    def _column_names(self) -> List[str]:
        """Finds out, too, whether columns and condition are right."""
        schema = self._schema()
        names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
        schema.release(schema)
        return names

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule of a new stream; requested_schema is not looked at, as the protocol allows."""
        return _native.stream_capsule(self._stream())

    def __arrow_c_schema__(self) -> object:
        return _native.schema_capsule(self._schema())

    def to_arrow(self) -> pyarrow.Table:
        """A pyarrow.Table."""
        import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return self._made(lambda: pyarrow.table(self))

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas.DataFrame; texts are categories. Needs pyarrow, too."""
        import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return self._made(lambda: pyarrow.table(self)).to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """A polars.DataFrame; texts are categories."""
        import polars  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return self._made(lambda: polars.DataFrame(self))

    def _made(self, make: Callable[[], _T]) -> _T:
        """What ends a stream comes from each library as an error of its own."""
        try:
            made = make()
        except Exception as failure:
            error = ctypes.create_string_buffer(_native.ERROR_SIZE)
            if self._recording._handle and not LIB.recordings_check(self._recording._handle, error,
                                                                    len(error)):
                raise self._recording._error(error) from failure
            raise
        if self._recording._handle:
            self._recording._warn(4)
        return made

    def __len__(self) -> int:
        """How many; with a condition they are read for it."""
        if self._where is None:
            return self._recording.types()[self.type]
        error = ctypes.create_string_buffer(_native.ERROR_SIZE)
        stream, array, rows = self._stream(), _native.ArrowArray(), 0
        while not (failed := stream.get_next(stream, array)) and array.release:
            rows += array.length
            array.release(array)
        stream.release(stream)
        if failed:
            LIB.recordings_check(self._recording._open(), error, len(error))
            raise self._recording._error(error)
        return rows

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        """The rows as dicts, points of time as datetimes of microseconds. Needs pyarrow."""
        import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

        reader = pyarrow.RecordBatchReader.from_stream(self)
        while True:
            try:
                batch = self._made(reader.read_next_batch)
            except StopIteration:
                return
            columns = {}
            for field, column in zip(batch.schema, batch.columns):
                if pyarrow.types.is_timestamp(field.type):  # Python knows no ns
                    column = column.cast(pyarrow.timestamp("us", field.type.tz), safe=False)
                columns[field.name] = column.to_pylist()
            for row in zip(*columns.values()):
                yield dict(zip(columns, row))

    def _repr_html_(self) -> str:
        """The columns; no event is read."""
        found = self._recording.columns(self.type)
        rows = [{"column": name, "kind": found[name]["kind"] if name in found else "text",
                 "unit": found[name]["unit"] if name in found else None} for name in self.columns]
        return f"<p>{html.escape(self.type)}</p>" + Table(["column", "kind", "unit"],
                                                          rows)._repr_html_()

    def __repr__(self) -> str:
        return f"<jfr.Events {self.type}: {', '.join(self.columns)}>"


def _chosen(recording: Recording, type: str, columns: Optional[Sequence[str]],
            stacks: Optional[str]) -> List[str]:
    """Names of columns: those asked for; of all those of stacks that are wanted."""
    found = recording._columns_of(type)
    roots = [c.path.decode() for c in found if c.kind == _native.KIND_STACK]

    def wanted(path: str) -> bool:
        for root in roots:
            if path.startswith(root) and path[len(root):] in PARTS_OF_STACK:
                return stacks == "text" or (stacks in (None, "top") and
                                            not path.endswith(TEXT_OF_STACK))
        return True

    if columns is None:
        return [c.name.decode() for c in found if wanted(c.path.decode())]
    names = list(columns)
    if stacks in ("top", "text"):  # their parts follow the stack
        for root in roots:
            parts = [c.name.decode() for c in found
                     if c.path.decode()[len(root):] in PARTS_OF_STACK and
                     c.path.decode().startswith(root) and wanted(c.path.decode())]
            stack = next(c.name.decode() for c in found if c.path.decode() == root)
            for name in (stack, root):
                if name in names:
                    at = names.index(name) + 1
                    names[at:at] = [part for part in parts if part not in names]
                    break
    return names


class Flame:
    """A flame graph, as SVG: with a mouse it can be searched and zoomed."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the picture, which browsers open."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_html_(self) -> str:
        """In a frame of its own: its scripts run, but not in the notebook."""
        if not self.svg:
            return "<p>There are no samples.</p>"
        import re

        height = re.search(r'<svg[^>]* height="(\d+)"', self.svg)
        page = f"<!doctype html><meta charset=utf-8><body style='margin:0'>{self.svg}"
        return (f'<iframe sandbox="allow-scripts" style="width:100%;border:0" '
                f'height="{int(height.group(1)) + 10 if height else 600}" '
                f'srcdoc="{html.escape(page)}"></iframe>')

    def __repr__(self) -> str:
        return "<jfr.Flame: .svg is the picture, .save(path) writes it>"


class Overview:
    """What stands out in a recording.

    ``findings`` are dicts: "id" of the rule, "severity" (INFO, WARNING), "score" (0 to 100),
    "figure" with its "unit", "summary", and others, see docs/json.md.
    """

    def __init__(self, findings: List[Dict[str, Any]], text: str) -> None:
        self.findings = findings
        self._text = text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self._text)}</pre>"
