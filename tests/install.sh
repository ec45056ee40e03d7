#!/usr/bin/env bash
# What `make install` puts where, and that it works from there: program, manual, library, header.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
passed=0 failed=0

check() { # check NAME COMMAND...
    local name=$1
    shift
    if "$@" >"$root/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        sed 's/^/    /' "$root/log"
    fi
}

check "installs below DESTDIR" make -s install PREFIX=/opt/jfr DESTDIR="$root/stage"
top=$root/stage/opt/jfr
for file in bin/jfrtool lib/libjfr.a lib/libjfr.so lib/libjfr.so.1 include/jfr.h include/jfr_chunks.h \
    lib/pkgconfig/libjfr.pc share/man/man1/jfrtool.1 share/man/man1/jfrtool-hot-methods.1 \
    share/bash-completion/completions/jfrtool share/zsh/site-functions/_jfrtool \
    share/fish/vendor_completions.d/jfrtool.fish share/doc/jfrtool/gate.schema.json \
    share/doc/jfrtool/schemas/gc.json \
    share/doc/jfrtool/library.md share/doc/jfrtool/examples/hot_methods.c; do
    check "has $file" test -s "$top/$file"
done
version=$(sed -n 's/^#define JFR_VERSION "\(.*\)"/\1/p' parser/jfr.h)
check "the program names the version of its header" sh -c "'$top/bin/jfrtool' --version | grep -qx 'jfrtool $version'"
check "the program runs from there" "$top/bin/jfrtool" hot-methods --quiet testdata/shares-17.jfr
check "completions are valid bash" bash -n "$top/share/bash-completion/completions/jfrtool"
check "nothing outside the prefix" test -z "$(find "$root/stage" -type f -not -path "$top/*")"

# Programs of someone else: examples/, built with what pkg-config says, from what was installed.
flags() { # flags [--static]
    PKG_CONFIG_PATH=$top/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root/stage \
        pkg-config --cflags --libs "$@" libjfr
}
build_user() { # build_user NAME LANGUAGE LIBRARY
    local flags language=(-std=c17 -D_GNU_SOURCE) compiler=cc
    [ "$2" = c ] || { language=(-x c++ -std=c++20); compiler=c++; }
    if [ "$3" = static ]; then flags=$(flags --static); else flags=$(flags); fi
    [ "$3" != static ] || flags=${flags/-ljfr/-l:libjfr.a}
    # shellcheck disable=SC2086
    "$compiler" "${language[@]}" -Wall -Wextra -Werror -o "$root/$1-$2-$3" "examples/$1.c" -x none $flags
}
user() { LD_LIBRARY_PATH=$top/lib "$root/$1" "${@:2}"; }
shares() { # of the methods that the JDK's samples have on top
    user "$1" testdata/shares-17.jfr | sed 's/^ *\([0-9.]*\) %  /\1 /' >"$root/found"
    awk 'NR == 1 { all = $3 } NR > 1 && $1 { sub(/\(.*/, "", $3); printf "%.2f %s\n", 100 * $1 / all, $3 }' \
        testdata/expected/shares-17.hot.tsv >"$root/expected"
    diff "$root/expected" "$root/found"
}
parks() { # as many rows as events, and their durations add up to the same
    user "$1" jdk.ThreadPark testdata/native-17.jfr >"$root/rows.csv" || return 1
    "$top/bin/jfrtool" sql -q --format csv testdata/native-17.jfr \
        "SELECT count(*) || ' ' || sum(duration) AS it FROM jdk.ThreadPark" | tr -d '\r' | tail -n 1 >"$root/expected"
    python3 -c 'import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
print(len(rows), sum(int(row["duration"]) for row in rows))' "$root/rows.csv" | diff "$root/expected" -
}
visits() { user "$1" jdk.ExecutionSample testdata/shares-17.jfr 2>&1 >/dev/null | grep -qx '754 events'; }
says_why() { ! user "$1" "$root/nowhere.jfr" >/dev/null 2>"$root/said" && grep -q 'cannot open .*nowhere.jfr' "$root/said"; }
for language in c c++; do
    for library in shared static; do
        for name in hot_methods table_csv visitor; do
            check "examples/$name.c builds as $language with the $library library" build_user $name $language $library
        done
        check "its hot methods are those of jfrtool ($language, $library)" shares hot_methods-$language-$library
        check "its rows are the events ($language, $library)" parks table_csv-$language-$library
        check "it visits what the JDK counts ($language, $library)" visits visitor-$language-$library
        check "it says what it cannot read ($language, $library)" says_why hot_methods-$language-$library
    done
done
static_needs() { ! readelf -d "$root/hot_methods-c-static" | grep -q 'NEEDED.*libjfr'; }
check "the static program needs no library of ours" static_needs

# No name of ours but jfr_* meets one of theirs.
declared() { sed -n '/^JFR_API/,/;/p' "$top"/include/jfr*.h | tr '\n' ' ' | grep -o '\bjfr_[a-z0-9_]*(' | tr -d '(' | sort -u; }
archive_names() { nm --defined-only --extern-only "$top/lib/libjfr.a" | awk 'NF == 3 { print $3 }' | sort -u | diff <(declared) -; }
library_names() { nm -D --defined-only "$top/lib/libjfr.so" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | sort -u | diff <(declared) -; }
library_versions() { ! nm -D --defined-only --with-symbol-versions "$top/lib/libjfr.so" | awk '$2 == "T"' | grep -v '@@LIBJFR_'; }
check "the archive has the names of jfr.h and no others" archive_names
check "so has the library" library_names
check "each with the version that it came with" library_versions
cat >"$root/names.c" <<'C'
#include <jfr.h>
#include <stdio.h>
int map_free, text_free, sha256, json_open, sort_by, mem_alloc, hash_bytes, libarchive, seen_free; /* ours */
int main(void) {
    struct jfr_error error;
    return jfr_tables_open(NULL, 0, NULL, &error) ? 1 : printf("%s\n", error.text) < 0;
}
C
their_names() {
    local flags
    flags=$(flags --static)
    # shellcheck disable=SC2086
    cc -o "$root/names" "$root/names.c" ${flags/-ljfr/-l:libjfr.a} && "$root/names"
}
check "a program with names like ours links it" their_names
number() {
    local major minor patch
    IFS=. read -r major minor patch <<<"$version"
    grep -qx "#define JFR_VERSION_NUMBER $((major * 10000 + minor * 100 + patch))" "$top/include/jfr.h"
}
check "the version is a number, too" number
# What the linker was asked for: all addresses are known, and fixed, before a recording is read.
fixed_tables() {
    local file
    for file in bin/jfrtool lib/libjfr.so; do
        readelf -dW "$top/$file" | grep -q BIND_NOW || { echo "$file binds late"; return 1; }
        readelf -lW "$top/$file" | grep -q GNU_RELRO || { echo "$file has tables to be written to"; return 1; }
        readelf -lW "$top/$file" | grep GNU_STACK | grep -q RWE && { echo "$file has code on its stack"; return 1; }
    done
    return 0
}
check "program and library have no tables that could be written to" fixed_tables
agent_exports() {
    [ -e "$top/lib/libjfragent.so" ] || return 0
    test "$(nm -D --defined-only "$top/lib/libjfragent.so" | sed 's/.* //' | sort | tr '\n' ' ')" = \
        'Agent_OnAttach Agent_OnLoad '
}
check "the agent exports what a JVM calls and nothing else" agent_exports
check "uninstall removes it all" make -s uninstall PREFIX=/opt/jfr DESTDIR="$root/stage"
check "and leaves no file behind" test -z "$(find "$root/stage" -type f -o -type l)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
