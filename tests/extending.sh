#!/usr/bin/env bash
# What docs/extending.md adds is added to a copy of the sources, which is built, and what it shows is run.
#
# usage: extending.sh [--update]    writes what the commands print into the document
set -euo pipefail
cd "$(dirname "$0")/.."
copy=$(mktemp -d "${TMPDIR:-/tmp}/jfrtool-extending.XXXXXX")
trap 'rm -rf "$copy"' EXIT

git ls-files -z -- Makefile .ci base parser analyzers sql cmd agent reports commands python docs/agents.md testdata/native-17.jfr |
    xargs -0 cp --parents -pt "$copy"
[ ! -d build ] || cp -rp build "$copy" # what is the same is not compiled again
python3 tests/extending.py add docs/extending.md "$copy"
make -C "$copy" -s ${CC:+CC="$CC"} WERROR=1 CFLAGS=-O0 build/jfrtool
JFRTOOL=$copy/build/jfrtool python3 tests/extending.py "${1:-run}" docs/extending.md "$copy"
