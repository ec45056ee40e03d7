#!/usr/bin/env bash
# Does the program, without its agent and what attaches to JVMs, keep to what macOS has, too? Each source
# and header is compiled as on a system that is not Linux, with headers that only Linux has out of reach,
# and with all else that only Linux has forbidden by name (posix.h). Only base/platform/ may know the
# difference: nothing else has an #if on a system or includes a header of one (base/posix.h has what all have),
# but for what talks to a JVM or a terminal of POSIX. tests/peers/macos.py compiles and links the program with
# macOS's own headers.
#
#   tests/portable/run.sh [FILE...]     needs what make generates in build/
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# endian.h and features.h are included by headers of the C library, so they are looked for by name below.
for header in byteswap.h error.h linux/openat2.h malloc.h obstack.h sys/auxv.h sys/epoll.h sys/eventfd.h \
    sys/inotify.h sys/prctl.h sys/sendfile.h sys/signalfd.h sys/statfs.h sys/syscall.h sys/sysinfo.h \
    sys/timerfd.h; do
    mkdir -p "$work/$(dirname "$header")"
    echo "#error <$header> is Linux's: what differs stands in base/platform/" >"$work/$header"
done

files=("$@")
[ "$#" -gt 0 ] || mapfile -t files < <(git ls-files -co --exclude-standard -- \
    {base,parser,analyzers,sql,cmd}/'*.[ch]' agent/ground/options.c)
# Headers without a guard are tables for macros.
mapfile -t files < <(grep -lE '^#(ifndef [A-Z0-9_]+_H$|pragma once|include)' "${files[@]}")
read -ra flags <<<"$(pkg-config --cflags libzstd libpcre2-8 libcjson libarchive sqlite3 2>/dev/null)"
flags+=(-std=c17 -D_GNU_SOURCE -U__linux__ -U__linux -Ulinux -U__gnu_linux__ -I. -Ibuild
    -Wall -Wextra -Wno-unused-parameter -Wno-unused -Werror -fsyntax-only -x c)
# shellcheck disable=SC2317 # called by what xargs starts
compile() { # compile FILE: what it includes, then what is forbidden, then all of it
    case $1 in
        base/platform/linux.c | base/platform/w* | cmd/attach/attach.c | cmd/attach/place.c) ;; # of one system each
        base/platform/* | base/p*.h)
            printf '#include "%s"\n' "$1" | gcc "${flags[@]}" - ;;
        *)
            {
                # Not what may be included once only: tables behind macros, generated texts.
                grep '^#include <' "$1" | grep -v -e pcre2 -e editline -e arm_neon -e wasm_simd -e sqlite3ext
                sed '/^#define [A-Z_]*(/q' "$1" | grep -E '^#(include|define PCRE2_CODE)' |
                    grep -v -e '"cmd/assets/' -e '_table.h"' -e '"commands/table.h"' -e '_rows.h"' -e '_options.h"' -e '"reports/table.h"' -e documents.h -e editline -e arm_neon -e wasm_simd -e sqlite3ext
                printf '#include "tests/portable/posix.h"\n#include "%s"\n' "$1"
            } | gcc "${flags[@]}" "-I$work" - ;;
    esac
}
export -f compile
declare -p flags work >"$work/variables"
export variables=$work/variables
failed=0
# shellcheck disable=SC2016 # expanded there
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 32 \
    bash -c '. "$variables"; bad=0; for file; do compile "$file" || bad=1; done; exit $bad' compile || failed=1
# Where there is no /proc, what is in it is not asked for.
if grep -nE '"/proc|<(endian|features)\.h>' "${files[@]}" |
    grep -v -e '^base/platform/' -e '^cmd/attach/'; then
    failed=1
fi
# Headers of C17 and of libraries, and <strings.h>, which all systems have; conditions on processors and on compilers.
if grep -nE '^ *# *include *<' "${files[@]}" | grep -v -e '^base/platform' -e '^base/posix.h' -e '^cmd/attach/' \
    -e '^cmd/live/' -e '^cmd/record.c' -e '^cmd/top.c' -e '^cmd/whatif.c' -e '^agent/' | grep -vE "<($(tr ' ' '|' <<<"assert ctype errno float inttypes limits \
locale math signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string strings tgmath time wchar wctype \
arm_neon cpuid sanitizer/asan_interface emmintrin immintrin wasm_simd128 archive archive_entry cjson/cJSON editline/readline pcre2 sqlite3 sqlite3ext zlib" |
        tr -d '\n')).h>"; then
    echo "portable: base/posix.h has what all systems have" >&2
    failed=1
fi
if grep -nE '^ *# *(if|ifdef|ifndef|elif).*(linux|APPLE|WIN32|WIN64|MINGW|EMSCRIPTEN|GLIBC|__unix|BSD)' "${files[@]}" |
    grep -v -e '^base/platform' -e '^base/posix.h'; then
    echo "portable: what systems have differently stands in base/platform/" >&2
    failed=1
fi
exit "$failed"
