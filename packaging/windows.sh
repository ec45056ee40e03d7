#!/usr/bin/env bash
# The program for Windows on x86-64, one file that loads no library but the system's, with the libraries of
# packaging/libraries.sh: dist/jfrtool-VERSION-windows-x86_64/jfrtool.exe and the .zip of it, and manifests for
# winget and scoop with its sum, in dist/windows/.
#
#   RELEASES=https://github.com/OWNER/jfrtool/releases/download packaging/windows.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
triplet=x86_64-w64-mingw32
need "$triplet-gcc" gcc-mingw-w64-x86-64-posix
need zip zip
compiler=$triplet-gcc-posix
command -v "$compiler" >/dev/null || compiler=$triplet-gcc
! command -v ccache >/dev/null || compiler="ccache $compiler"
export CCACHE_NOHASHDIR=1
target=$WORK/windows
build=${target#"$PWD/"}/build
# Nothing is unwound in C; and what unwinding needs would keep functions that nobody calls. The compiler's name would be
# inside once for each source, and tables on bounds of 32 bytes.
bare="-fno-asynchronous-unwind-tables -fno-ident -malign-data=abi"
SQL=1 SMALL=-Oz packaging/libraries.sh "$target" "$compiler" "$triplet-ar" "$bare"
objects() { # objects FLAGS GOALS...
    local flags=$1
    shift
    make -s "-j${JOBS:-$(nproc)}" SYSTEM=windows "BUILD=$build" "CC=$compiler" "AR=$triplet-ar" PKG_CONFIG=true HARDENING= FORTIFY= \
        "CFLAGS=$flags $bare -Wno-float-conversion -Wno-format -Wno-format-extra-args -Wno-attributes -ffunction-sections -fdata-sections -DJFR_BUNDLED -DJFR_ARCHIVE -DJFR_SQLITE -DPCRE2_STATIC -DLIBARCHIVE_STATIC -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1 -include base/platform/windows.h -I$target/include" "$@"
}
mapfile -t fast < <(make -s --no-print-directory sources SYSTEM=windows | grep -vE "$small_sources" | sed "s|^|$build/|; s|c\$|o|")
objects -O2 "${fast[@]}"
objects -Oz "$build/program.a"
# UTF-8 is the code page of the process, paths may be long, and nobody is asked for more rights.
sed "s/@VERSION@/$VERSION/" packaging/windows/jfrtool.manifest >"$target/jfrtool.manifest"
printf '1 24 "%s"\n' "$target/jfrtool.manifest" | "$triplet-windres" -o "$target/manifest.o"
name=jfrtool-$VERSION-windows-x86_64
into=$DIST/$name
rm -rf "$into" "$into.zip"
mkdir -p "$into/licences"
# shellcheck disable=SC2086 # words
$compiler -static -s -O2 -Wl,--gc-sections -Wl,--exclude-all-symbols -Wl,--no-insert-timestamp "$build/cmd/cli/main.o" "$target/manifest.o" \
    -Wl,--start-group "$build/program.a" "$target/libraries.a" -Wl,--end-group -lws2_32 -lbcrypt -ladvapi32 \
    -o "$into/jfrtool.exe"
cp README.md LICENSE "$into/"
licences "$into/licences"
cp /usr/share/doc/mingw-w64-common/copyright "$into/licences/mingw-w64.txt" 2>/dev/null || true
find "$into" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
(cd "$DIST" && find "$name" -type f | sort | zip -q -X -9 "$name.zip" -@)
sum=$(sha256sum "$into.zip" | cut -d ' ' -f 1)
releases=${RELEASES:-https://github.com/jfrtool/jfrtool/releases/download}
mkdir -p "$DIST/windows"
for file in packaging/windows/*.{yaml,json}; do
    sed -e "s/@VERSION@/$VERSION/g" -e "s|@URL@|$releases/v$VERSION/$name.zip|g" -e "s|@HOME@|${releases%/releases/download}|g" \
        -e "s/@NAME@/$name/g" -e "s/@SUM@/$sum/g" "$file" >"$DIST/windows/$(basename "$file")"
done
sums
echo "dist/$name/jfrtool.exe ($(stat -c %s "$into/jfrtool.exe") bytes), dist/$name.zip, dist/windows/"
