#!/usr/bin/env bash
# The static program for aarch64, under qemu, says of every recording of testdata/ what the one here says,
# byte for byte. It is not built for this: packaging/static.sh aarch64 makes it, into dist/.
# Usage: tests/peers/aarch64.sh, with JFRTOOL and TESTDATA as tests/run.sh sets them.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
JFRTOOL=${JFRTOOL:-build/jfrtool} TESTDATA=${TESTDATA:-testdata}
version=$(sed -n 's/^#define JFR_VERSION "\(.*\)"/\1/p' parser/jfr.h)
folder=${DIST:-dist}/jfrtool-$version-linux-aarch64
other=$folder/jfrtool
passed=0 failed=0 skipped=0
finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}
skip() {
    skipped=1
    echo "skipped: aarch64: $1"
    finish
}

qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) ||
    skip "no qemu-aarch64 (Debian's package qemu-user-static)"
[ -x "$other" ] ||
    skip "$other is not there: packaging/static.sh aarch64 makes it, with the compiler of Debian's package gcc-aarch64-linux-gnu"
# A program of another state of the tree says something else with right. Times of what is packed are the commit's.
newer=$(find base parser analyzers cmd sql -name '*.[ch]' -newer "$folder.tar.gz" -print -quit)
[ -z "$newer" ] || skip "$other is older than $newer: make it again"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
same() { # same ARGUMENTS...: output, messages and exit code
    local here there
    "$JFRTOOL" "$@" >"$scratch/here" 2>"$scratch/here.err"
    here=$?
    "$qemu" "$other" "$@" >"$scratch/there" 2>"$scratch/there.err"
    there=$?
    if [ "$here" -eq "$there" ] && cmp -s "$scratch/here" "$scratch/there" &&
        cmp -s "$scratch/here.err" "$scratch/there.err"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "FAIL $*: exit $here here, $there on aarch64"
    diff "$scratch/here" "$scratch/there" | head -n 6 | cut -c 1-200 | sed 's/^/    /'
    diff "$scratch/here.err" "$scratch/there.err" | head -n 3 | cut -c 1-200 | sed 's/^/    /'
}

for recording in "$TESTDATA"/*.jfr* "$TESTDATA"/killed*; do
    same summary --json "$recording"
    same hot-methods --json --top 0 "$recording"
    same hot-methods "$recording"
    same flame "$recording"
    same events '*' "$recording"
done
same check "$TESTDATA/chunks-17.jfr"
[ -s "$scratch/here" ] || {
    failed=$((failed + 1))
    echo "FAIL the program here says nothing"
}
finish
