"""Small answers: rows that the program jfrtool wrote, for people and for libraries."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Union, overload

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    import polars  # type: ignore[import-untyped,import-not-found,unused-ignore]
    import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

SHOWN = 60


class Table:
    """Rows with named columns, as ``Recording.sql`` and others answer.

    ``columns`` are the names, ``rows`` the rows as dicts of int, float, str, bool or None. What a
    number counts is in the name of its column or in the documentation of who made the table;
    durations are ns, sizes bytes.
    """

    def __init__(self, columns: List[str], rows: List[Dict[str, Any]]) -> None:
        self.columns = columns
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    @overload
    def __getitem__(self, index: int) -> Dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> List[Dict[str, Any]]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Dict[str, Any], List[Dict[str, Any]]]:
        return self.rows[index]

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Table) and self.columns == other.columns
                and self.rows == other.rows)

    __hash__ = None  # type: ignore[assignment]

    def column(self, name: str) -> List[Any]:
        """The values of a column, row by row."""
        return [row[name] for row in self.rows]

    def to_arrow(self) -> "pyarrow.Table":
        """A pyarrow.Table."""
        import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return pyarrow.table({name: self.column(name) for name in self.columns})

    def to_pandas(self) -> "pandas.DataFrame":
        """A pandas.DataFrame."""
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return pandas.DataFrame(self.rows, columns=self.columns)

    def to_polars(self) -> "polars.DataFrame":
        """A polars.DataFrame."""
        import polars  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return polars.DataFrame({name: self.column(name) for name in self.columns}, strict=False)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        """At most 60 rows, in columns."""
        cells = [self.columns] + [[_shown(row[name]) for name in self.columns]
                                  for row in self.rows[:SHOWN]]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                 for row in cells]
        if len(self.rows) > SHOWN:
            lines.append(f"... {len(self.rows)} rows")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        def line(kind: str, values: List[str]) -> str:
            return "<tr>" + "".join(f"<{kind}>{html.escape(v)}</{kind}>" for v in values) + "</tr>"

        head = line("th", self.columns)
        body = "".join(line("td", [_shown(row[name]) for name in self.columns])
                       for row in self.rows[:SHOWN])
        more = f"<p>{len(self.rows)} rows</p>" if len(self.rows) > SHOWN else ""
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}"


def _shown(value: Any) -> str:
    """As one line, without what a terminal acts upon."""
    text = "" if value is None else str(value)
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
