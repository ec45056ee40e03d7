"""Opening, and what jfrtool says."""
import json
import os
import subprocess
import sys

import jfr
import pytest
from jfr._native import program

from conftest import ROOT, file_of

SHARES = file_of("shares-17.jfr")


def test_bytes_and_paths_and_folders_are_read(tmp_path):
    with open(SHARES, "rb") as file:
        data = file.read()
    (tmp_path / "a.jfr").write_bytes(data)
    expected = jfr.read(SHARES).types()
    for source in (data, bytearray(data), tmp_path, [str(tmp_path / "a.jfr")]):
        with jfr.read(source) as rec:
            assert rec.types() == expected
            assert rec.hot_methods(1)[0]["self"] == 383


def test_types_are_counted_as_summary_counts_them(shares):
    done = subprocess.run([program(), "summary", "--json", SHARES], capture_output=True, check=True)
    theirs = {name: e["count"] for name, e in json.loads(done.stdout)["events"].items()}
    ours = shares.types()
    assert {name: count for name, count in ours.items() if count} == {
        name: theirs[name] for name in theirs if name in ours}
    assert list(ours.values()) == sorted(ours.values(), reverse=True)


def test_what_is_no_recording_is_an_error(tmp_path):
    (tmp_path / "text.jfr").write_text("no recording")
    with pytest.raises(jfr.JfrError):
        jfr.read(tmp_path / "text.jfr")
    with pytest.raises(jfr.JfrError, match="missing"):
        jfr.read(tmp_path / "missing.jfr")
    with pytest.raises(jfr.JfrError):
        jfr.read(b"")
    rec = jfr.read(SHARES)
    rec.close()
    with pytest.raises(jfr.JfrError, match="closed"):
        rec.types()


def test_what_is_left_out_is_a_warning(tmp_path):
    with open(SHARES, "rb") as file:
        data = file.read()
    (tmp_path / "whole.jfr").write_bytes(data)
    (tmp_path / "broken.jfr").write_bytes(data[:60])
    with pytest.warns(jfr.JfrWarning, match="broken.jfr"):
        rec = jfr.read([tmp_path / "whole.jfr", tmp_path / "broken.jfr"])
    assert rec.types()["jdk.ExecutionSample"] == 754


def test_sql_answers_with_rows(shares):
    table = shares.sql("SELECT stackTrace_top AS top, count(*) AS n FROM jdk.ExecutionSample "
                       "GROUP BY 1 ORDER BY 2 DESC")
    assert table.columns == ["top", "n"]
    assert table.rows[0] == {"top": "workload.Shares.hotHalf", "n": 383}
    assert table.to_arrow().num_rows == len(table) == 3
    assert list(table.to_pandas()["n"]) == table.column("n") == table.to_polars()["n"].to_list()
    assert "<td>383</td>" in table._repr_html_()
    assert len(shares.sql("SELECT 1 AS x WHERE 1 = 0")) == 0
    with pytest.raises(jfr.JfrError, match="no such column"):
        shares.sql("SELECT colour FROM jdk.ExecutionSample")


def test_hot_methods_are_those_of_the_program(shares):
    table = shares.hot_methods(top=2)
    assert [row["method"] for row in table] == ["workload.Shares.hotHalf",
                                                "workload.Shares.hotThirty"]
    assert shares.hot_methods(include="hotTwenty")[0]["self"] == 151
    with pytest.raises(jfr.JfrError, match="colour"):
        shares.hot_methods(colour=1)


def test_flame_graphs_are_pictures_in_a_frame_of_their_own(shares, tmp_path):
    flame = shares.flame()
    shown = flame._repr_html_()
    assert flame.svg.startswith("<svg") and "hotHalf" in flame.svg
    assert shown.startswith("<iframe sandbox=") and "<svg" not in shown
    flame.save(tmp_path / "flame.svg")
    assert (tmp_path / "flame.svg").read_text(encoding="utf-8") == flame.svg


def test_overview_has_findings_and_text(shares):
    overview = shares.overview()
    assert "MethodProfiling" in [finding["id"] for finding in overview.findings]
    assert "workload.Shares.hotHalf" in repr(overview)
    assert overview._repr_html_().startswith("<pre>")


def test_names_that_are_hostile_are_shown_harmlessly():
    table = jfr.Table(["<b>"], [{"<b>": "\x1b[2J<script>"}])
    assert "\x1b" not in repr(table) and "<script>" not in table._repr_html_()
    assert "<b>" not in table._repr_html_()


def test_the_command_is_the_program():
    environment = dict(os.environ)
    if not environment.get("JFR_INSTALLED"):
        environment["PYTHONPATH"] = os.path.join(ROOT, "python")
    done = subprocess.run([sys.executable, "-m", "jfr", "version"], capture_output=True, text=True,
                          check=True, env=environment)
    assert done.stdout.startswith(f"jfrtool {jfr.__version__}")
