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

_HERE = Path(__file__).resolve().parent
_BUILD = _HERE.parent.parent / "build"

ERROR_SIZE = 1024


class ArrowArrayStream(Structure):
    """Arrow's C stream interface."""


class ArrowSchema(Structure):
    """Arrow's C data interface: a type."""


class ArrowArray(Structure):
    """Arrow's C data interface: values."""


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

    _fields_ = [("name", c_char_p), ("path", c_char_p), ("kind", c_int), ("unit", c_int)]


# enum jfr_arrow_times, enum jfr_arrow_flags, enum jfr_column_kind, enum jfr_unit
TIMES = {"ns": 0, "us": 1, "int64": 2}
PLAIN, NESTED, RECORDING, RAW_NAMES = 1, 2, 4, 8
KINDS = {1: "boolean", 2: "integer", 3: "real", 4: "text", 5: "thread", 6: "stack"}
KIND_STACK = 6
TIMES_BY_UNIT = {2: "duration", 6: "timestamp"}
UNITS = {2: "ns", 6: "ns", 9: "bytes", 11: "share", 12: "address", 13: "hertz"}


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
    lib.recordings_counts.argtypes = [c_void_p]
    lib.recordings_notes.restype = c_void_p
    lib.recordings_notes.argtypes = [c_void_p]
    lib.recordings_free.argtypes = [c_void_p]
    lib.recordings_free.restype = None
    lib.recordings_stream.restype = c_bool
    lib.recordings_stream.argtypes = [c_void_p, c_char_p, texts, c_size_t, c_char_p,
                                      POINTER(ArrowOptions), POINTER(ArrowArrayStream), c_char_p,
                                      c_size_t]
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


def texts(values) -> ctypes.Array:
    """A char *[] of Python texts or paths."""
    return (c_char_p * len(values))(*[os.fsencode(value) for value in values])


# ---- Capsules ------------------------------------------------------------------------------------

_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = [c_void_p, c_char_p, c_void_p]
_api.PyCapsule_GetPointer.restype = c_void_p
_api.PyCapsule_GetPointer.argtypes = [c_void_p, c_char_p]

# Names must outlive the capsules.
_STREAM, _SCHEMA = b"arrow_array_stream", b"arrow_schema"
_libc = ctypes.CDLL(None)
_libc.malloc.restype = c_void_p
_libc.malloc.argtypes = [c_size_t]
_libc.free.argtypes = [c_void_p]
_libc.free.restype = None


def _destructor(kind, name):
    """Releases what nobody has taken out of the capsule."""

    def destroy(capsule):
        at = _api.PyCapsule_GetPointer(capsule, name)
        value = ctypes.cast(at, POINTER(kind))
        if value.contents.release:
            value.contents.release(value)
        _libc.free(at)

    return ctypes.PYFUNCTYPE(None, c_void_p)(destroy)


_destroy_stream = _destructor(ArrowArrayStream, _STREAM)
_destroy_schema = _destructor(ArrowSchema, _SCHEMA)


def _capsule(value, name, destructor):
    size = ctypes.sizeof(value)
    at = _libc.malloc(size)
    ctypes.memmove(at, ctypes.byref(value), size)
    return _api.PyCapsule_New(at, name, ctypes.cast(destructor, c_void_p))


def stream_capsule(stream: ArrowArrayStream):
    """The stream is the capsule's from now on."""
    return _capsule(stream, _STREAM, _destroy_stream)


def schema_capsule(schema: ArrowSchema):
    """The schema is the capsule's from now on."""
    return _capsule(schema, _SCHEMA, _destroy_schema)
