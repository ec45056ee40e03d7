"""The notebook of docs/ runs, and its figures are those that it shows; what rules say may change."""
import os

import nbclient
import nbformat
import pytest

from conftest import ROOT

DOCS = os.path.join(ROOT, "docs")


def texts(notebook):
    """What each cell shows, as text."""
    return ["\n".join(o.get("data", {}).get("text/plain", o.get("text", "")) for o in cell.outputs)
            for cell in notebook.cells
            if cell.cell_type == "code" and "overview" not in cell.source]


def test_the_notebook_shows_what_it_says(monkeypatch):
    if not os.environ.get("JFR_INSTALLED"):
        monkeypatch.setenv("PYTHONPATH", os.path.join(ROOT, "python"))
    monkeypatch.setenv("IPYTHONDIR", os.path.join(ROOT, "build", "ipython"))
    path = os.path.join(DOCS, "notebook.ipynb")
    expected = nbformat.read(path, 4)
    notebook = nbformat.read(path, 4)
    try:
        nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": DOCS}}).execute()
    except nbclient.exceptions.CellExecutionError as error:
        pytest.fail(str(error))
    assert texts(notebook) == texts(expected)
