"""A program as users write it: `mypy --strict` has nothing against it. What `reveal_type` says is checked by
test_types.py; it runs, too."""
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Dict, List, Optional

import jfr

if TYPE_CHECKING:
    from typing_extensions import reveal_type


def counts(path: str) -> Dict[str, int]:
    with jfr.read(path) as recording:
        return recording.types()


def longest(recording: jfr.Recording) -> Optional[jfr.Table]:
    try:
        return recording.sql("SELECT max(duration) AS longest FROM jdk.GCPhasePause")
    except jfr.JfrFileNotFoundError as error:
        print(error.filename)
    except jfr.JfrError as error:
        print(error)
    return None


def main(path: str) -> None:
    with open(path, "rb") as file:
        recording = jfr.read(file)
        together = jfr.read([Path(path), io.BytesIO(b"no recording")])
    events: jfr.Events = recording.events("ExecutionSample", columns=["startTime", "stackTrace"])
    names: List[str] = events.columns
    tops = recording.hot_methods(3, event="cpu").column("method")
    print(len(events), names, len(tops), [row["startTime"] for row in list(events)[:1]])
    print(events.to_arrow().num_rows, len(events.to_pandas()), len(events.to_polars()))
    first = recording.hot_methods(3)[0]
    if TYPE_CHECKING:
        reveal_type(counts(path))  # Dict[str, int]
        reveal_type(first)  # Dict[str, Any]
        reveal_type(recording.columns("ExecutionSample"))  # Dict[str, Dict[str, Optional[str]]]
        reveal_type(recording.flame().svg)  # str
        reveal_type(events.to_pandas())  # pandas.DataFrame, where its types are known
        reveal_type(events.to_polars())  # polars.DataFrame


if __name__ == "__main__":
    main(sys.argv[1])
