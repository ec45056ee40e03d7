#!/usr/bin/env bash
# The program for macOS on arm64 and x86-64, compiled and linked by zig's compiler (PyPI, pinned in
# python/wheel/requirements.txt), with the libraries of packaging/libraries.sh inside: dist/jfrtool-VERSION-macos-PROCESSOR/
# and the .tar.gz of it. zig signs what is for arm64 ad hoc, which is what that system wants of a program.
#
#   packaging/macos.sh arm64|x86_64
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
processor=${1:?arm64 or x86_64}
need python3 python3
zig=$(PEERS_CACHE=$WORK/zig tests/peers/fetch.sh zig) || fail "zig could not be had"
export ZIG_GLOBAL_CACHE_DIR=$WORK/zig/cache ZIG_LOCAL_CACHE_DIR=$WORK/zig/cache
printf '#!/bin/sh\nexec "%s" ar --format=darwin "$@"\n' "$zig" >"$WORK/ar"
chmod +x "$WORK/ar"
target=$WORK/macos-$processor
build=${target#"$PWD/"}/build
# Of macOS 12 and later.
compiler="$zig cc -target ${processor/arm64/aarch64}-macos.12.0"
# zlib takes every Mac for one of the nineties, which has no fdopen, unless that is a macro.
SQL=1 packaging/libraries.sh "$target" "$compiler" "$WORK/ar" -fno-sanitize=all -Dfdopen=fdopen
make -s "-j${JOBS:-$(nproc)}" SYSTEM=darwin "BUILD=$build" "CC=$compiler" "AR=$WORK/ar" PKG_CONFIG=true HARDENING= FORTIFY= \
    "CFLAGS=-O2 -w -fno-sanitize=all -DJFR_BUNDLED -DJFR_ARCHIVE -DJFR_SQLITE -DPCRE2_STATIC -DLIBARCHIVE_STATIC -I$target/include" \
    "$build/program.a"
name=jfrtool-$VERSION-macos-$processor
into=$DIST/$name
rm -rf "$into" "$into.tar.gz"
mkdir -p "$into/licences"
# shellcheck disable=SC2086 # words
$compiler -O2 -s "$build/cmd/cli/main.o" "$build/program.a" "$target/libraries.a" -o "$into/jfrtool"
cp README.md LICENSE "$into/"
licences "$into/licences"
make -s all manuals >&2
mkdir -p "$into/man" "$into/completions"
cp build/jfrtool.1 "$into/man/"
cp build/jfrtool.bash build/_jfrtool build/jfrtool.fish "$into/completions/"
find "$into" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
same_tar "$DIST" "$name" | gzip -9n >"$into.tar.gz"
sums
echo "dist/$name/jfrtool, dist/$name.tar.gz"
