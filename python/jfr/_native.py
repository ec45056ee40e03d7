"""libjfr through ctypes: what of it the package uses, and nothing else.

The library lies beside this file in a wheel, and in the build folder of a source tree.
"""
from __future__ import annotations

import ctypes
import os
import shutil
from ctypes import POINTER, Structure, c_bool, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint32
from ctypes import c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Union

_HERE = Path(__file__).resolve().parent
_BUILD = _HERE.parent.parent / "build"

ERROR_SIZE = 1024

if TYPE_CHECKING:
    _Texts = ctypes.Array[c_char_p]


class ArrowArrayStream(Structure):
    """Arrow's C stream interface."""

    get_schema: Callable[..., int]
    get_next: Callable[..., int]
    get_last_error: Callable[..., Any]
    release: Callable[..., None]


class ArrowSchema(Structure):
    """Arrow's C data interface: a type."""

    name: bytes
    n_children: int
    children: Any
    release: Callable[..., None]


class ArrowArray(Structure):
    """Arrow's C data interface: values."""

    length: int
    release: Any  # false behind the last batch


ArrowSchema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64),
    ("n_children", c_int64), ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", ctypes.CFUNCTYPE(None, POINTER(ArrowSchema))), ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
    ("n_children", c_int64), ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))), ("dictionary", POINTER(ArrowArray)),
    ("release", ctypes.CFUNCTYPE(None, POINTER(ArrowArray))), ("private_data", c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema",
     ctypes.CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))),
    ("get_next",
     ctypes.CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))),
    ("get_last_error", ctypes.CFUNCTYPE(c_char_p, POINTER(ArrowArrayStream))),
    ("release", ctypes.CFUNCTYPE(None, POINTER(ArrowArrayStream))),
    ("private_data", c_void_p),
]


class ArrowOptions(Structure):
    """struct jfr_arrow_options."""

    _fields_ = [("times", c_int), ("flags", c_uint), ("threads", c_uint32),
                ("batch_rows", c_uint32), ("reserved", c_uint64 * 6)]


class Column(Structure):
    """struct jfr_column."""

    name: bytes
    path: bytes
    kind: int
    unit: int

    _fields_ = [("name", c_char_p), ("path", c_char_p), ("kind", c_int), ("unit", c_int)]


# enum jfr_arrow_times, enum jfr_arrow_flags, enum jfr_column_kind, enum jfr_unit
TIMES = {"ns": 0, "us": 1, "int64": 2}
PLAIN, NESTED, RECORDING, RAW_NAMES = 1, 2, 4, 8
KINDS = {1: "boolean", 2: "integer", 3: "real", 4: "text", 5: "thread", 6: "stack",
         7: "unsigned"}
KIND_STACK = 6
TIMES_BY_UNIT = {2: "duration", 6: "timestamp"}


def unit_name(column: Column) -> Optional[str]:
    """In what a column's values are, or None."""
    name: Optional[bytes] = LIB.jfr_unit_name(column.unit)
    return name.decode() if name else None


def kind_name(column: Column) -> str:
    """What a column's values are, in a word."""
    if column.kind == 2 and column.unit in TIMES_BY_UNIT:
        return TIMES_BY_UNIT[column.unit]
    return KINDS.get(column.kind, "unknown")


def _find(variable: str, name: str) -> str:
    wanted = os.environ.get(variable)
    if wanted:
        return wanted
    for folder in (_HERE / "_lib", _BUILD):
        if (folder / name).exists():
            return str(folder / name)
    return name


def _load() -> ctypes.CDLL:
    path = _find("JFR_LIBRARY", "libjfrpython.so")
    try:
        lib = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"jfr: the library is neither beside the package nor in {_BUILD}, and "
                          f"JFR_LIBRARY does not name it: {error}") from error
    texts = POINTER(c_char_p)
    lib.jfr_version.restype = c_char_p
    lib.recordings_open.restype = c_void_p
    lib.recordings_open.argtypes = [texts, c_size_t, c_char_p, c_size_t]
    lib.recordings_close.argtypes = [c_void_p]
    lib.recordings_close.restype = None
    lib.recordings_tables.restype = c_void_p
    lib.recordings_tables.argtypes = [c_void_p]
    lib.recordings_counts.restype = POINTER(c_uint64)
    lib.recordings_counts.argtypes = [c_void_p, c_char_p, c_size_t]
    lib.recordings_check.restype = c_bool
    lib.recordings_check.argtypes = [c_void_p, c_char_p, c_size_t]
    lib.recordings_notes.restype = c_void_p
    lib.recordings_notes.argtypes = [c_void_p]
    lib.recordings_free.argtypes = [c_void_p]
    lib.recordings_free.restype = None
    lib.recordings_stream.restype = c_bool
    lib.recordings_stream.argtypes = [c_void_p, c_char_p, texts, c_size_t, c_char_p,
                                      POINTER(ArrowOptions), POINTER(ArrowArrayStream), c_char_p,
                                      c_size_t]
    lib.recordings_use_capsules.argtypes = [c_void_p]
    lib.recordings_use_capsules.restype = None
    lib.jfr_unit_name.restype = c_char_p
    lib.jfr_unit_name.argtypes = [c_int]
    lib.jfr_tables_count.restype = c_size_t
    lib.jfr_tables_count.argtypes = [c_void_p]
    lib.jfr_tables_at.restype = c_void_p
    lib.jfr_tables_at.argtypes = [c_void_p, c_size_t]
    lib.jfr_tables_find.restype = c_void_p
    lib.jfr_tables_find.argtypes = [c_void_p, c_char_p]
    lib.jfr_table_name.restype = c_char_p
    lib.jfr_table_name.argtypes = [c_void_p]
    lib.jfr_table_columns.restype = c_size_t
    lib.jfr_table_columns.argtypes = [c_void_p]
    lib.jfr_table_column.restype = POINTER(Column)
    lib.jfr_table_column.argtypes = [c_void_p, c_size_t]
    return lib


LIB = _load()


def program() -> str:
    """The path of the program jfrtool: of the wheel, of the build folder, or of PATH.

    The environment's JFRTOOL comes first.
    """
    found = _find("JFRTOOL", "jfrtool")
    where = shutil.which(found)
    if not where:
        raise FileNotFoundError(f"the program {found} is neither beside the package nor in PATH; "
                                "JFRTOOL names another")
    return where


def texts(values: Sequence[Union[str, bytes]]) -> "_Texts":
    """A char *[] of Python texts or paths."""
    return (c_char_p * len(values))(*[os.fsencode(value) for value in values])


# ---- Capsules ------------------------------------------------------------------------------------

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [c_void_p, c_char_p, c_void_p]
LIB.recordings_use_capsules(ctypes.cast(_api.PyCapsule_GetPointer, c_void_p))

# Names must outlive the capsules.
_STREAM, _SCHEMA = b"arrow_array_stream", b"arrow_schema"
_libc = ctypes.CDLL(None)
_libc.malloc.restype = c_void_p
_libc.malloc.argtypes = [c_size_t]


def _capsule(value: Structure, name: bytes, destructor: Any) -> object:
    size = ctypes.sizeof(value)
    at = _libc.malloc(size)
    ctypes.memmove(at, ctypes.byref(value), size)
    capsule: object = _api.PyCapsule_New(at, name, ctypes.cast(destructor, c_void_p))
    return capsule


def stream_capsule(stream: ArrowArrayStream) -> object:
    """The stream is the capsule's from now on."""
    return _capsule(stream, _STREAM, LIB.recordings_end_stream)


def schema_capsule(schema: ArrowSchema) -> object:
    """The schema is the capsule's from now on."""
    return _capsule(schema, _SCHEMA, LIB.recordings_end_schema)
