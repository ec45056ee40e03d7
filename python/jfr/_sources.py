"""What can be read: paths, bytes, open files, URLs; all of them become paths."""
from __future__ import annotations

import errno
import io
import os
import re
import shutil
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Protocol, Union, cast

if TYPE_CHECKING:
    class Readable(Protocol):
        """A file that is open for reading bytes: of ``open``, io.BytesIO, fsspec."""

        def read(self, size: int = ..., /) -> bytes: ...

    Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Readable]

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_WANTED = "a path, a URL, bytes, a file that is open for reading bytes, or a list of these"
BLOCK = 1 << 20


class JfrError(ValueError):
    """What was asked cannot be had: no recording, no such event type or column, a wrong query."""


class JfrFileNotFoundError(FileNotFoundError, JfrError):
    """A file that is not there; ``filename`` says which."""


def listed(source: Union["Source", Iterable["Source"]]) -> List["Source"]:
    """One source or several, as a list. A file is one, though Python can iterate over its lines."""
    if isinstance(source, (str, os.PathLike, bytes, bytearray, memoryview)):
        return [source]
    if hasattr(source, "read"):
        return [cast("Source", source)]
    if isinstance(source, Iterable):
        return list(source)
    raise TypeError(f"jfr.read takes {_WANTED}, not {type(source).__name__}")


class Paths:
    """Sources as paths. Of what is no file here a copy is kept, that is nowhere but in memory."""

    def __init__(self, sources: Iterable["Source"]) -> None:
        self.memory: List[int] = []  # descriptors
        self.shown: Dict[str, str] = {}  # names of copies, for sentences
        self.paths: List[str] = []
        try:
            for source in sources:
                self._add(source)
        except BaseException:
            close(self.memory)
            raise

    def named(self, text: str) -> str:
        """A sentence with the names of sources in the place of those of copies."""
        for path, name in self.shown.items():
            text = re.sub(re.escape(path) + r"(?!\d)", name.replace("\\", r"\\"), text)
        return text

    def _add(self, source: "Source") -> None:
        if isinstance(source, (bytes, bytearray, memoryview)):
            self._copy(io.BytesIO(source), "bytes")
        elif hasattr(source, "read"):
            name = getattr(source, "name", None)
            self._copy(source, name if isinstance(name, str) else "file")
        elif isinstance(source, (str, os.PathLike)):
            self._add_path(os.fsdecode(os.fspath(source)))
        else:
            raise TypeError(f"jfr.read takes {_WANTED}, not {type(source).__name__}")

    def _add_path(self, path: str) -> None:
        if path != "-" and not os.path.lexists(path):
            if _URL.match(path):
                self._fetch(path)
                return
            raise JfrFileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        self.paths.append(path)

    def _fetch(self, url: str) -> None:
        """A file, a folder or a pattern, wherever fsspec finds it."""
        try:
            import fsspec  # type: ignore[import-untyped,import-not-found,unused-ignore]
        except ImportError:
            raise JfrError(f"{url} is read through fsspec, which is not installed: pip install "
                           "fsspec, and s3fs, gcsfs or the like for what the URL begins with"
                           ) from None
        try:
            files, path = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:  # s3:// without s3fs, no such protocol
            raise JfrError(f"{url} cannot be read: {error}") from error
        if any(c in path for c in "*?["):
            found = sorted(files.glob(path))
        else:
            found = sorted(files.find(path)) if files.isdir(path) else [path]
        if not found or not files.exists(found[0]):
            raise JfrFileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), url)
        for name in found:
            with files.open(name, "rb") as file:
                self._copy(file, files.unstrip_protocol(name))

    def _copy(self, file: Any, name: str) -> None:
        fd = os.memfd_create("recording.jfr")
        self.memory.append(fd)
        with os.fdopen(os.dup(fd), "wb") as copy:
            block = file.read(BLOCK)
            if isinstance(block, str):
                raise TypeError(f"{name} is open for reading text: open it with mode \"rb\"")
            copy.write(block)
            shutil.copyfileobj(file, copy, BLOCK)
        path = f"/proc/self/fd/{fd}"
        self.paths.append(path)
        self.shown[path] = name


def close(descriptors: List[int]) -> None:
    for fd in descriptors:
        os.close(fd)
    descriptors.clear()
