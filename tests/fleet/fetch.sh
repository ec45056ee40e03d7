#!/usr/bin/env bash
# Fetches what the tests of fleet/ need from PyPI into the cache, and prints the cache's path.
#
# The cache is $FLEET_CACHE, else build/fleet: wheels, a venv with pyarrow, DuckDB and Dask, Spark unpacked. What is
# not what sha256sums says is refused. Exit codes: 0 it is there, 1 it is not what it should be, 3 it cannot
# be had here.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
cache=${FLEET_CACHE:-$here/../../build/fleet}
mkdir -p "$cache/files" && cache=$(cd "$cache" && pwd) || exit 1
there() {
    (cd "$cache/files" && sha256sum --check --strict --status "$here/sha256sums") 2>/dev/null
}

if ! cmp -s "$here/sha256sums" "$cache/ready"; then
    rm -rf "$cache/venv"
    python3 -m venv "$cache/venv" >"$cache/log" 2>&1 || {
        echo "fleet: no virtual environment can be made here (python3-venv)" >&2
        exit 3
    }
    if ! there; then
        # shellcheck disable=SC2046 # names and versions, a word each
        timeout 1200 "$cache/venv/bin/pip" download -q --no-deps -d "$cache/files" \
            $(cat "$here/requirements.txt") >>"$cache/log" 2>&1 || {
            echo "fleet: PyPI cannot be reached, or has no packages for this Python: $(tail -n 1 "$cache/log" | cut -c 1-200)" >&2
            exit 3
        }
        there || {
            echo "fleet: what PyPI sent is not what tests/fleet/sha256sums says" >&2
            exit 1
        }
    fi
    "$cache/venv/bin/pip" install -q --no-deps --no-index "$cache"/files/*.whl >>"$cache/log" 2>&1 || exit 1
    # Not built and installed, which takes minutes: laid out as an installation has it.
    rm -rf "$cache/spark" && mkdir "$cache/spark" &&
        tar -C "$cache/spark" --strip-components 1 -xzf "$cache"/files/pyspark-*.tar.gz || exit 1
    for part in jars bin sbin; do ln -s "../deps/$part" "$cache/spark/pyspark/$part" || exit 1; done
    cp "$here/sha256sums" "$cache/ready"
fi
echo "$cache"
