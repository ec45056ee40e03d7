#!/usr/bin/env bash
# Makes dist/ twice, of two clones of HEAD in folders whose names differ in length, and compares every file of one with
# that of the other: what is in a package depends on the commit and on nothing else of the machine's.
#
#   tests/packages/twice.sh [DIST]      DIST: a dist/ that make dist made of HEAD, in place of the first
#
# Ends with "N files are the same", or with those that differ and exit code 1.
set -euo pipefail
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
first=${1:+$(realpath "$1")}
cd "$(dirname "$0")/../.."

made() { # made FOLDER: prints where its dist/ is
    git clone -q . "$root/$1"
    CCACHE_DISABLE=1 make -C "$root/$1" -j"$(nproc)" dist >"$root/$1.log" 2>&1 || { tail -n 20 "$root/$1.log" >&2; exit 1; }
    echo "$root/$1/dist"
}
sums() { (cd "$1" && find . -type f -print0 | sort -z | xargs -0 sha256sum); }

[ -n "$first" ] || first=$(made one)
second=$(made another-name)
diff <(sums "$first") <(sums "$second") || { echo "dist/ of $(git log -1 --format=%h) is not made twice the same" >&2; exit 1; }
echo "$(find "$second" -type f | wc -l) files are the same"
