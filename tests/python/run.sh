#!/usr/bin/env bash
# The Python package in a venv of its own, against pyarrow, pandas, polars and DuckDB, and the notebook
# of docs/: first as it lies in the tree, then as the wheel that `make wheel` wrote, if there is one.
# What cannot be fetched from PyPI is said and skipped.
#
# usage: tests/python/run.sh [PYTEST-OPTION]...       needs build/
set -euo pipefail
cd "$(dirname "$0")/../.."

venv=${BUILD:-build}/python-venv
requirements=tests/python/requirements.txt
skip() {
    echo "skipped: $*"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

if ! cmp -s $requirements "$venv/requirements.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv" || skip "python3 makes no venv (Debian: python3-venv)"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
        --require-hashes -r $requirements || skip "the packages of $requirements cannot be had"
    cp $requirements "$venv/requirements.txt"
fi

# Without the header of DuckDB's registry its tests say that they are skipped.
make -s duckdb || true

# Workers of pytest's plug-ins, caches and byte code stay out of the tree.
pytest=("$PWD/$venv/bin/python" -B -m pytest -q -p no:cacheprovider tests/python "$@")
env -u JFR_INSTALLED "${pytest[@]}"

wheel=$(find dist -name "jfrtool-*_$(uname -m).whl" 2>/dev/null | sort | tail -1)
if [ -n "$wheel" ]; then
    echo "the same with $wheel"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
    JFR_INSTALLED=1 "${pytest[@]}"
fi
