#!/usr/bin/env bash
# Does the program, without its agent and what attaches to JVMs, keep to what macOS has, too? Each source
# and header is compiled as on a system that is not Linux, with headers that only Linux has out of reach,
# and with all else that only Linux has forbidden by name (posix.h). Only base/platform.c may know the
# difference. tests/peers/macos.py compiles and links the program with macOS's own headers.
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
    echo "#error <$header> is Linux's: what differs stands in base/platform.c" >"$work/$header"
done

files=("$@")
[ "$#" -gt 0 ] || mapfile -t files < <(git ls-files -co --exclude-standard -- \
    {base,parser,analyzers,sql,cmd}/'*.[ch]' agent/ground/options.c)
# Headers without a guard are tables for macros.
mapfile -t files < <(grep -lE '^#(ifndef [A-Z0-9_]+_H$|include)' "${files[@]}")
read -ra flags <<<"$(pkg-config --cflags libzstd libpcre2-8 libcjson libarchive sqlite3 2>/dev/null)"
flags+=(-std=c17 -D_GNU_SOURCE -U__linux__ -U__linux -Ulinux -U__gnu_linux__ -I. -Ibuild
    -Wall -Wextra -Wno-unused-parameter -Wno-unused -Werror -fsyntax-only -x c)
# shellcheck disable=SC2317 # called by what xargs starts
compile() { # compile FILE: what it includes, then what is forbidden, then all of it
    case $1 in
        base/platform.c | cmd/attach/attach.c | cmd/attach/place.c) # have both sides of the difference
            gcc "${flags[@]}" "$1" ;;
        *)
            {
                # Not what may be included once only: tables behind macros, generated texts.
                grep '^#include <' "$1" | grep -v -e pcre2 -e editline -e arm_neon -e sqlite3ext
                sed '/^#define [A-Z_]*(/q' "$1" | grep -E '^#(include|define PCRE2_CODE)' |
                    grep -v -e '"cmd/assets/' -e 'views_table.h"' -e 'keys_table.h"' -e '"reports/table.h"' -e editline -e arm_neon -e sqlite3ext
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
# Where there is no /proc, what is in it is not asked for; emergency.c says less then.
if grep -nE '"/proc|<(endian|features)\.h>' "${files[@]}" |
    grep -v -e '^base/platform.c' -e '^cmd/attach/' -e '^cmd/cli/emergency.c'; then
    failed=1
fi
exit "$failed"
