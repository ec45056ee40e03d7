"""Java Flight Recorder recordings in Python: events as Arrow, without a JVM.

>>> import jfr
>>> rec = jfr.read("rec.jfr")
>>> rec.types()
{'jdk.ExecutionSample': 21511, ...}
>>> rec.events("jdk.GCPhasePause").to_pandas()
>>> rec.sql("SELECT name, ms(max(duration)) FROM jdk.GCPhasePause GROUP BY 1")

Units, everywhere: points of time are timestamps in UTC (ns unless asked otherwise), durations whole
ns, sizes bytes, shares fractions of 1. The metadata of each field say so, too ("jfr.unit").
"""
from __future__ import annotations

from ._native import LIB as _LIB
from ._recording import Events, Flame, JfrWarning, Overview, Recording, read
from ._sources import JfrError, JfrFileNotFoundError
from ._table import Table

__all__ = ["Events", "Flame", "JfrError", "JfrFileNotFoundError", "JfrWarning", "Overview",
           "Recording", "Table", "read"]
__version__: str = _LIB.jfr_version().decode()
