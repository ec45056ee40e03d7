#!/usr/bin/env bash
# clang-format, clang-tidy, cppcheck and shellcheck over everything, and compilers for musl and aarch64 over the
# agent and the library; 0 if none of them has anything to say.
# What they look for, and what they do not and why: .clang-tidy, tests/.clang-tidy and below.
#
#   .ci/lint.sh [FILE.c...]     these C files only, and no shell scripts
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2

for tool in clang-tidy cppcheck shellcheck; do
    if ! command -v "$tool" >/dev/null; then
        echo "lint: $tool is missing; .ci/deps.sh check installs it" >&2
        exit 2
    fi
done

# The build makes headers of what is no C, and sources include them.
make -s assets build/sql/views_table.h build/reports/table.h build/commands/table.h build/cmd/keys/keys_table.h build/cmd/mcp/documents.h definitions

sources=("$@")
scripts=()
cases=() # bash without a first line that says so
if [ "$#" -eq 0 ]; then
    # Tracked, or new and not ignored: not what lies in build folders.
    mapfile -t sources < <(git ls-files -co --exclude-standard -- '*.c')
    mapfile -t scripts < <(git ls-files -co --exclude-standard -- '*.sh' '.ci/run' ':!tests/cli/cases')
    mapfile -t cases < <(git ls-files -co --exclude-standard -- 'tests/cli/cases/*.sh')
fi

read -ra flags <<<"-std=c17 -D_GNU_SOURCE -I. -Ibuild $(pkg-config --cflags libpcre2-8 \
    libcjson libarchive sqlite3 check 2>/dev/null)"
# The agent's sources include the JDK's headers; where there is no JDK they are left out.
jvmti=$(find "${JAVA_HOME:-/nonexistent}" /usr/lib/jvm -maxdepth 3 -name jvmti.h -print -quit 2>/dev/null)
jvmti_flags=()
if [ -n "$jvmti" ]; then
    jvmti=$(dirname "$jvmti")
    jvmti_flags=(-isystem "$jvmti" -isystem "$jvmti/linux")
    flags+=("${jvmti_flags[@]}")
elif [ "$#" -eq 0 ]; then
    mapfile -t without < <(git ls-files -co --exclude-standard -- 'agent/*.c' |
        grep -vE '^agent/(ground|recording)/')
    for file in "${without[@]}"; do
        for i in "${!sources[@]}"; do
            [ "${sources[i]}" != "$file" ] || unset 'sources[i]'
        done
    done
fi
# DuckDB's header is fetched by make duckdb; without it nothing can be said of what includes it but its style.
styled=("${sources[@]}")
if [ -e build/duckdb/duckdb_extension.h ]; then
    flags+=(-isystem build/duckdb)
elif [ "$#" -eq 0 ]; then
    mapfile -t sources < <(printf '%s\n' "${sources[@]}" | grep -v '^duckdb/')
fi
failed=0

# The style of .clang-format, as version 14 understands it: others break lines elsewhere.
if command -v clang-format-14 >/dev/null; then
    mapfile -t headers < <([ "$#" -gt 0 ] || git ls-files -co --exclude-standard -- '*.h')
    clang-format-14 --dry-run --Werror "${styled[@]}" "${headers[@]}" || failed=1
else
    echo "lint: without clang-format-14"
fi

# On standard error clang-tidy only counts the warnings that it left out.
printf '%s\0' "${sources[@]}" |
    xargs -0 -P "$(nproc)" -I '{}' clang-tidy --quiet '{}' -- "${flags[@]}" 2>/dev/null || failed=1

cppcheck --quiet -j "$(nproc)" --std=c11 --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem --suppress=checkersReport --error-exitcode=1 -I. \
    -D_GNU_SOURCE -D__x86_64__ -D__linux__ \
    "${sources[@]}" || failed=1

# Folders include each other in one direction, see docs/architecture.md: tsort names what goes round.
if [ "$#" -eq 0 ]; then
    git grep -o '^#include "[^"]*/' -- base parser analyzers sql cmd agent |
        sed -E 's|/[^/:]*:#include "| |; s|/$||' | sort -u | tsort >/dev/null || failed=1
fi

# The table of commands stands above all commands: what they are made of runs one through cmd/cli/child.h, or they
# would all hang together.
if [ "$#" -eq 0 ] && git grep -nE '\bcommand_(find|run|run_named|beginning|unknown|users_of)\(' -- cmd ':!cmd/cli'; then
    echo "lint: cmd/cli/child.h runs a command from within another"
    failed=1
fi

# shellcheck disable=SC2016 # it is awk that expands
# Where the JVM calls the agent, memory that runs out ends what the agent does, not the JVM: SOFTLY comes first, or
# a comment says that nothing is allocated.
if [ "$#" -eq 0 ] && git ls-files -co --exclude-standard -z -- 'agent/*.c' | xargs -0 awk '
    /JNICALL [A-Za-z_]+\(/ { calls = 1 }
    /;$/ { calls = 0 }
    calls && /\{$/ {
        calls = 0
        if (getline <= 0 || !/^    (SOFTLY|softly_open\(|\/\* Allocates nothing)|^}/) print FILENAME ":" FNR ": " $0
    }' | grep .; then
    echo "lint: what the JVM calls begins with SOFTLY (agent/ground/softly.h)"
    failed=1
fi

# What is missing is said in one way, that of base/missing.h, and cells take it as it is.
if [ "$#" -eq 0 ] && git grep -nE '\bNAN\b|\bisnan\(|[Nn]egative: (not known|none)' -- analyzers cmd sql ':!cmd/print' ||
    git grep -nE '(< 0|== JFR_NULL_(INT|ID)|== MISSING(_ID)?) *\? *cell_' -- cmd; then
    echo "lint: base/missing.h has the one way to say that a value is not known"
    failed=1
fi

if [ "${#scripts[@]}" -gt 0 ]; then
    # What a script takes from another is looked for beside it.
    shellcheck -x -P SCRIPTDIR --severity=info "${scripts[@]}" || failed=1
fi
if [ "${#cases[@]}" -gt 0 ]; then
    shellcheck --severity=warning --shell=bash "${cases[@]}" || failed=1
fi

# The agent and the library it takes from compile for musl and for aarch64, where the compilers are.
# compiles_with COMPILER KERNEL_HEADERS...: what the compiler lacks of headers comes last in line; those
# of libraries are the same everywhere.
compiles_with() {
    local compiler=$1 headers header
    shift
    command -v "$compiler" >/dev/null || { echo "lint: without $compiler"; return 0; }
    headers=$(mktemp -d)
    for header in "$@" /usr/include/{zstd,zstd_errors,archive,archive_entry}.h; do
        ln -s "$header" "$headers/"
    done
    printf '%s\0' "${foreign[@]}" | xargs -0 -P "$(nproc)" -I '{}' "$compiler" -std=c17 -D_GNU_SOURCE \
        -I. -Ibuild -idirafter "$headers" "${jvmti_flags[@]}" -O2 -fPIC -Wall -Wextra -Wshadow \
        -Wconversion -Wno-unused-parameter -Werror -c -o /dev/null '{}' || failed=1
    rm -rf "$headers"
}
if [ "$#" -eq 0 ]; then
    foreign=()
    for file in "${sources[@]}"; do
        case $file in agent/* | base/* | parser/*) foreign+=("$file") ;; esac
    done
    compiles_with musl-gcc /usr/include/linux /usr/include/asm-generic \
        "/usr/include/$(uname -m)-linux-gnu/asm"
    compiles_with aarch64-linux-gnu-gcc
fi

# What of the program is to run on other systems, too, knows nothing that only Linux has.
if [ "$#" -eq 0 ]; then tests/portable/run.sh || failed=1; fi

if [ "$failed" -eq 0 ]; then echo "lint: nothing found"; fi
exit "$failed"
