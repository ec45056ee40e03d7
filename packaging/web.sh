#!/usr/bin/env bash
# The program as WebAssembly: dist/jfrtool.html, a page that holds it, and dist/web/jfrtool.js for node, called as the
# program is. Debian's emscripten compiles it, with the libraries of packaging/libraries.sh. SQLITE= leaves SQLite out, for
# a page that is a fifth smaller and answers sql with a sentence.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need emcc emscripten
need clang-14 clang-14
need zopfli zopfli
export NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs
export CCACHE_NOHASHDIR=1
SQLITE=${SQLITE-1}
target=$WORK/wasm
[ -n "$SQLITE" ] || target+=-without-sql
build=${target#"$PWD/"}/build
compiler="clang-14 $(emcc --cflags | sed 's/-Xclang -iwithsysroot.include.SDL//')" # whose headers are not the C library's
! command -v ccache >/dev/null || compiler="ccache $compiler"
allocator=$(dirname "$(realpath "$(command -v emcc)")")/system/lib # dlmalloc.c
SQL=$SQLITE SMALL=-Oz packaging/libraries.sh "$target" "$compiler" emar -msimd128 -Os
objects() { # objects FLAGS GOALS...
    local flags=$1
    shift
    make -s "-j${JOBS:-$(nproc)}" SYSTEM=wasm "BUILD=$build" "CC=$compiler" AR=emar PKG_CONFIG=true HARDENING= FORTIFY= \
        "CFLAGS=$flags -Wno-everything -Werror=shift-count-overflow -msimd128 -DJFR_BUNDLED -DJFR_ARCHIVE ${SQLITE:+-DJFR_SQLITE} -I$target/include -idirafter $allocator" "$@"
}
# Fast is also what sees most of a recording's events: a call that is not inlined costs more here.
often='^analyzers/(account/(raw|read)|events/events_groups|rules/(alike|meanwhile|io)|tables/(packed|pending|rows|sorted|table))[.]c'
mapfile -t fast < <(make -s --no-print-directory sources SYSTEM=wasm |
    awk -v small="$small_sources" -v often="$often" -v build="$build" '$0 !~ small || $0 ~ often { sub(/c$/, "o"); print build "/" $0 }')
objects -O2 "${fast[@]}"
objects -Oz "$build/program.a"
if [ "$build/program.a" -nt "$target/jfrtool.wasm" ] || [ packaging/web.sh -nt "$target/jfrtool.wasm" ]; then
    emcc -O2 -w "$build/cmd/cli/main.o" "$build/program.a" "$target/libraries.a" -o "$target/jfrtool.js" \
        -Wl,--gc-sections -sMODULARIZE=1 -sEXPORT_NAME=jfrtool -sINVOKE_RUN=0 -sEXIT_RUNTIME=1 \
        -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=8MB -sFORCE_FILESYSTEM=1 -sMALLOC=none -sWASM_BIGINT=1 \
        -sEXPORTED_RUNTIME_METHODS=FS,callMain,ENV -lworkerfs.js -lnodefs.js -sENVIRONMENT=web,worker,node
fi
mkdir -p "$DIST/web"
cp "$target/jfrtool.wasm" "$DIST/web/jfrtool.wasm"
{
    echo '#!/usr/bin/env node'
    cat "$target/jfrtool.js" web/run.js web/share.js web/node.js
} >"$DIST/web/jfrtool.js"
chmod +x "$DIST/web/jfrtool.js"
python3 web/page.py "$target" "$DIST/jfrtool.html"
sums
echo "dist/jfrtool.html ($(stat -c %s "$DIST/jfrtool.html") bytes), dist/web/jfrtool.js"
