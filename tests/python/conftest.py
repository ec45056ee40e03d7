"""The package as it is installed, or, if it is not, as it lies in the tree; recordings of testdata/."""
import os
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if not os.environ.get("JFR_INSTALLED"):
    sys.path.insert(0, os.path.join(ROOT, "python"))

import jfr  # noqa: E402


def file_of(name):
    return os.path.join(ROOT, "testdata", name)


@pytest.fixture(scope="session", name="shares")
def make_shares():
    return jfr.read(file_of("shares-17.jfr"))


@pytest.fixture(scope="session", name="pauses")
def make_pauses():
    """A recording with several event types and chunks."""
    return jfr.read(file_of("chunks-17.jfr"))
