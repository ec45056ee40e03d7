"""Types: mypy of PyPI has nothing against the package, nor against a program that uses it."""
import os
import subprocess
import sys

import pytest

import jfr
from conftest import ROOT, file_of

pytest.importorskip("mypy", reason="mypy is not there")
FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(jfr.__file__)))
TYPED = os.path.join(ROOT, "tests", "python", "typed.py")


def mypy(*arguments, **environment):
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", *arguments],
                          capture_output=True, text=True, check=False, env={**os.environ, **environment})
    return done.returncode, done.stdout + done.stderr


def test_the_package_is_strictly_typed():
    code, said = mypy("-p", "jfr", MYPYPATH=FOLDER)
    assert code == 0, said


def test_so_is_a_program_that_uses_it():
    code, said = mypy(TYPED, MYPYPATH=FOLDER)
    assert code == 0, said
    revealed = [line.split('"')[1] for line in said.splitlines() if "Revealed type" in line]
    assert [text.replace("builtins.", "") for text in revealed[:4]] == [
        "dict[str, int]", "dict[str, Any]", "dict[str, dict[str, str | None]]", "str"], said


def test_wrong_use_is_seen(tmp_path):
    (tmp_path / "wrong.py").write_text("import jfr\nrec = jfr.read(7)\nn: str = len(rec.events(3))\n")
    code, said = mypy(str(tmp_path / "wrong.py"), MYPYPATH=FOLDER)
    assert code == 1 and said.count("error:") == 3, said


def test_the_program_runs():
    done = subprocess.run([sys.executable, TYPED, file_of("shares-17.jfr")], capture_output=True,
                          text=True, check=True, env={**os.environ, "PYTHONPATH": FOLDER})
    assert done.stdout.startswith("754 ['startTime', 'stackTrace'] 3")
