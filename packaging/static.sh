#!/usr/bin/env bash
# The program with all libraries inside, for any Linux of a processor, and the tarball with it.
#
#   packaging/static.sh x86_64|aarch64
#   packaging/static.sh aarch64 GOAL...     of make, with the same objects: unit tests that do without a JVM
#
# Writes dist/jfrtool-VERSION-linux-PROCESSOR/ and the .tar.gz of it. It is linked with the C library of
# this distribution, and nothing is loaded when it runs. The agent beside it is a library for a JVM and
# needs that machine's glibc, of the version that agent.txt says, or later.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
processor=${1:?x86_64 or aarch64}
debian_name "$processor" >/dev/null
packaging/sysroot.sh "$processor"
sysroot=$WORK/sysroot-$processor
triplet=$processor-linux-gnu
compiler=cc
[ "$(uname -m)" = "$processor" ] || compiler=$triplet-gcc
need "$compiler" "gcc-${triplet/_/-}"
strip=$triplet-strip
need "$strip" "binutils-${triplet/_/-}"
build=$WORK/$processor
jobs=$(nproc)

mkdir -p "$build"
"$compiler" -O2 -fPIC "-ffile-prefix-map=$sysroot=." -c "$sysroot/cjson/cJSON.c" -o "$build/cJSON.o"
# The headers of cJSON are asked for in a folder of that name.
mkdir -p "$build/include/cjson"
cp "$sysroot/cjson/cJSON.h" "$build/include/cjson/"
libraries="$build/cJSON.o -L$sysroot/usr/lib/$triplet -larchive -lnettle -llzma -lzstd -llz4 -lbz2 -lz
           -lacl -lsqlite3 -lpcre2-8 -ledit -lncursesw -ltinfo -lbsd -lmd"
compile() { # compile VARIABLES... GOALS...
    make -s -j"$jobs" "BUILD=${build#"$PWD/"}" STATIC=1 "CC=$compiler" PKG_CONFIG=true \
        "CFLAGS=-O2 -ffile-prefix-map=$build=build -isystem $build/include -isystem $sysroot/usr/include -isystem $sysroot/usr/include/$triplet -isystem $sysroot/tests/usr/include" \
        "STATIC_LIBS=$(tr -s '\n ' ' ' <<<"$libraries")" "$@"
}
# Not static: what they open is a library.
if [ $# -gt 1 ]; then
    libraries="-L$sysroot/tests/usr/lib/$triplet -Wl,-Bstatic -lcheck -lsubunit $libraries -Wl,-Bdynamic"
    compile LINKED= "AR=$triplet-ar" "${@:2}"
    exit
fi
# Linking says of each function of glibc that looks users up that it would load libraries. Nothing calls
# them here: names of users come from /etc/passwd, SQLite's extensions and libedit's tildes are not used.
compile "${build#"$PWD/"}/jfrtool" agent 2>"$build/log" || {
    cat "$build/log" >&2
    fail "the static program could not be built"
}
grep -v -e 'in function' -e 'statically linked applications' "$build/log" >&2 || true
make -s -j"$jobs" all manuals >&2

name=jfrtool-$VERSION-linux-$processor
into=$DIST/$name
rm -rf "$into" "$into.tar.gz"
mkdir -p "$into/completions" "$into/licences"
"$strip" -o "$into/jfrtool" "$build/jfrtool"
agent=$build/libjfragent.so
if [ -e "$agent" ]; then
    "$strip" --strip-unneeded -o "$into/libjfragent.so" "$agent"
    needs=$("$triplet-objdump" -T "$agent" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1)
    echo "libjfragent.so runs in JVMs on machines with glibc ${needs#GLIBC_} or later." >"$into/agent.txt"
fi
mkdir -p "$into/man"
cp build/jfrtool.1 build/man/*.1 "$into/man/"
cp build/jfrtool.bash build/_jfrtool build/jfrtool.fish "$into/completions/"
cp README.md LICENSE "$into/"
for folder in "$sysroot"/usr/share/doc/*/; do
    cp "$folder/copyright" "$into/licences/$(basename "$folder").txt"
done
cp /usr/share/doc/libc6/copyright "$into/licences/libc6.txt" 2>/dev/null || true
packaging/sbom.py "$processor" "$sysroot/packages.tsv" >"$into/jfrtool.spdx.json"
cp "$into/jfrtool.spdx.json" "$DIST/$name.spdx.json"
find "$into" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
same_tar "$DIST" "$name" | gzip -9n >"$into.tar.gz"
sums
echo "dist/$name/jfrtool, dist/$name.tar.gz"
