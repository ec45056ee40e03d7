#!/usr/bin/env bash
# The unit tests of base/, parser/, analyzers/ and sql/ on Windows: a small program for each in dist/units/, beside one
# library with all that they test. units.left says which are left out, and why.
#
#   units.sh make                 compiles them with mingw-w64, of what make windows has compiled
#   units.sh [run [PROGRAM...]]   runs them, on Windows or under wine, or others; where there are none, that is said
#   units.sh list                 their sources, for a system that compiles them itself
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
units=$PWD/dist/units

list() {
    find tests/unit/{base,parser,analyzers,sql} -name 'test_*.c' | sort | grep -vxFf <(cut -f 1 tests/elsewhere/units.left)
}

compile() {
    # shellcheck disable=SC1091
    . packaging/lib.sh
    set -e
    local target=$WORK/windows triplet=x86_64-w64-mingw32 compiler source
    local build=$target/build root=$WORK/check
    [ -e "$build/program.a" ] || fail "nothing is compiled for Windows: make windows"
    compiler=$triplet-gcc-posix
    command -v "$compiler" >/dev/null || compiler=$triplet-gcc
    if [ ! -e "$root/made/src/.libs/libcheck.a" ]; then
        rm -rf "$root"
        mkdir -p "$root/made"
        apt_of "$root" "$(dpkg --print-architecture)"
        # shellcheck disable=SC2154 # of apt_of
        (cd "$root" && apt-get "${options[@]}" source --only-source check >>log 2>&1) || fail "the source of Check could not be fetched: $(tail -n 1 "$root/log")"
        (
            cd "$root/made"
            bash ../check-*/configure --host=$triplet "CC=$compiler" --disable-shared --disable-subunit --disable-build-docs CFLAGS="-O1 -w -D__USE_MINGW_ANSI_STDIO=1"
            make -C lib
            make -C src libcheck.la
        ) >>"$root/log" 2>&1 || fail "Check could not be compiled: $(tail -n 1 "$root/log")"
    fi
    ! command -v ccache >/dev/null || compiler="ccache $compiler"
    flags="-std=c17 -D_GNU_SOURCE -I. -I${build#"$PWD/"} -O1 -w -DJFR_BUNDLED -DJFR_ARCHIVE -DJFR_SQLITE -DPCRE2_STATIC \
        -DLIBARCHIVE_STATIC -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1 -include base/platform/windows.h \
        -Itests/support/windows -include base/posix.h -I$target/include -I$root/made/src -I$(echo "$root"/check-*/)"
    objects=$WORK/units
    libraries=$target/libraries.a
    export compiler flags objects units libraries
    rm -rf "$units" "$objects"
    mkdir -p "$units" "$objects"
    for source in tests/support/*.c tests/support/windows/mman.c; do
        [ "$source" != tests/support/simulated_machine.c ] || continue # the agent's
        # shellcheck disable=SC2086 # words
        $compiler $flags -c "$source" -o "$objects/$(tr / _ <<<"${source%.c}").o"
    done
    $compiler -shared -static -s -Wl,--export-all-symbols -Wl,--allow-multiple-definition -o "$units/tested.dll" "$objects"/*.o \
        -Wl,--whole-archive "$build/program.a" "$root/made/src/.libs/libcheck.a" -Wl,--no-whole-archive "$target/libraries.a" \
        "$root/made/lib/.libs/libcompat.a" -lws2_32 -lbcrypt -ladvapi32
    # shellcheck disable=SC2016 # expanded there
    list | xargs -P "$(nproc)" -I '{}' bash -c 'name=$(cut -d / -f 3- <<<"{}" | tr / -) && $compiler $flags -static-libgcc -s "{}" "$units/tested.dll" "$libraries" -o "$units/${name%.c}.exe"'
}

wine=
run() { # run PROGRAM...
    local program said passed=0 failed=0
    [ -e "$1" ] || { echo "unit tests on Windows: none are compiled" && echo "0 passed, 0 failed, 1 skipped" && exit 0; }
    if [ "$(uname -s)" = Linux ] && [ "${1%.exe}" != "$1" ]; then
        PATH=$PATH:/usr/lib/wine
        wine=$(command -v wine64 || command -v wine) || { echo "unit tests on Windows: no wine here" && echo "0 passed, 0 failed, 1 skipped" && exit 0; }
    fi
    if [ -n "$wine" ]; then
        prefix=$(mktemp -d)
        export WINEPREFIX=${WINEPREFIX:-$prefix/wine} WINEDEBUG=-all
        trap '"$wine" wineboot -k >/dev/null 2>&1; wineserver -w 2>/dev/null; rm -rf "$prefix"' EXIT
        "$wine" wineboot -i >/dev/null 2>&1
    fi
    export TZ=UTC
    [ "${1%.exe}" = "$1" ] || export CK_FORK=no
    for program; do
        # What a program of Windows writes ends in CR LF.
        said=$($wine "$program" 2>&1 </dev/null) && passed=$((passed + 1)) && continue
        failed=$((failed + 1))
        printf 'FAILED: %s\n%s\n' "$(basename "$program")" "$(tr -d '\r' <<<"$said" | tail -n 20)"
    done
    echo "$passed passed, $failed failed, 0 skipped"
    [ "$failed" = 0 ]
}

case ${1:-run} in
    make) compile ;;
    list) list ;;
    run)
        shift
        [ "$#" -gt 0 ] || set -- "$units"/*.exe
        run "$@"
        ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
