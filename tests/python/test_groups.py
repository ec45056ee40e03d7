"""Groups of events: `jfrtool sql` against DuckDB over the Arrow stream of the same columns.

BENCH_RECORDING=FILE prints, beside that, the CPU time that both take for a recording with many
jdk.JavaExceptionThrow (bench/record.sh makes one); nothing fails for it.
"""
import json
import os
import resource
import subprocess
import sys

import duckdb
import jfr
import pytest

from conftest import ROOT, file_of

JFRTOOL = os.environ.get("JFRTOOL", os.path.join(ROOT, os.environ.get("BUILD", "build"), "jfrtool"))

STATEMENTS = [ # recording, event type, columns, statement over t
    ("shares-17.jfr", "jdk.ExecutionSample", ["stackTrace_top"],
     "SELECT stackTrace_top, count(*) FROM t GROUP BY 1"),
    ("shares-17.jfr", "jdk.ExecutionSample", ["state", "stackTrace_line"],
     "SELECT state, count(stackTrace_line), min(stackTrace_line), max(stackTrace_line) FROM t "
     "WHERE stackTrace_line > 10 GROUP BY 1"),
    ("native-17.jfr", "jdk.GCPhasePause", ["name", "duration"],
     "SELECT name, count(*), sum(duration), min(duration), max(duration) FROM t GROUP BY 1"),
    ("chunks-17.jfr", "jdk.ActiveSetting", ["name", "value"],
     "SELECT name, value, count(*) FROM t GROUP BY 1, 2"),
    ("chunks-17.jfr", "jdk.ActiveSetting", ["name", "value"],
     "SELECT DISTINCT value FROM t WHERE name = 'enabled'"),
    ("chunks-17.jfr", "jdk.ActiveSetting", ["name"], "SELECT count(*), count(DISTINCT name) FROM t"),
]

BENCH = [
    (["thrownClass"], "SELECT count(*) FROM t"),
    (["thrownClass"], "SELECT thrownClass, count(*) FROM t GROUP BY 1"),
    (["thrownClass", "eventThread", "startTime"],
     "SELECT thrownClass, eventThread, count(*), max(startTime) FROM t GROUP BY 1, 2"),
    (["message"], "SELECT message, count(*) AS n FROM t GROUP BY 1 ORDER BY n DESC, 1 LIMIT 10"),
]


def ours(path, event, statement):
    done = subprocess.run([JFRTOOL, "sql", path, "--quiet", "--json",
                           "--query=" + statement.replace("FROM t", f'FROM "{event}"')],
                          capture_output=True, text=True, check=True)
    return [tuple(row.values()) for row in json.loads(done.stdout)]


def theirs(path, event, columns, statement):
    t = jfr.read(path).events(event, columns)  # noqa: F841: DuckDB finds it by its name
    return duckdb.sql(statement).fetchall()


@pytest.mark.parametrize("case", STATEMENTS)
def test_groups_are_those_of_duckdb(case):
    name, event, columns, statement = case
    mine = ours(file_of(name), event, statement)
    expected = theirs(file_of(name), event, columns, statement)
    assert mine and sorted(mine, key=str) == sorted(expected, key=str)
    plan = ours(file_of(name), event, "EXPLAIN QUERY PLAN " + statement)
    assert "groups of " in str(plan)


def used(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


@pytest.mark.skipif(not os.environ.get("BENCH_RECORDING"), reason="no BENCH_RECORDING is named")
def test_times_beside_duckdb():
    path, event = os.environ["BENCH_RECORDING"], "jdk.JavaExceptionThrow"
    for columns, statement in BENCH:
        begin = used(resource.RUSAGE_CHILDREN)
        mine = ours(path, event, statement)
        own = used(resource.RUSAGE_CHILDREN) - begin
        begin = used(resource.RUSAGE_SELF)
        expected = theirs(path, event, columns, statement.replace("max(startTime)",
                                                                  "epoch_ns(max(startTime))"))
        other = used(resource.RUSAGE_SELF) - begin
        assert sorted(mine, key=str) == sorted(expected, key=str)
        print(f"{own:6.2f} s, DuckDB {other:6.2f} s: {statement}", file=sys.stderr)
