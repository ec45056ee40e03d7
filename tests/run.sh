#!/usr/bin/env bash
# Runs the tests and adds up what they say. Usage: tests/run.sh quick|full|peers, or list [quick|full]
#
# list runs nothing and prints the suites, all or those of one way to run, "NAME: COMMAND" a line.
# docs/architecture.md has a table of them.
#
# A suite is a command that ends with "N passed, N failed" (", N skipped" may follow), or a Check
# program ("100%: Checks: N, Failures: N, Errors: N"). A suite that says neither counts as one
# test, passed if it exits 0; one that fails without naming a failure counts one failed.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

# Begins anew where signals are ignored, as under nohup: tests send some, and children inherit that.
if [ -z "${USUAL_SIGNALS:-}" ] && env --default-signal true 2>/dev/null; then
    USUAL_SIGNALS=1 exec env --default-signal tests/run.sh "$@"
fi

mode=${1:-full}
listed=${2:-} # list: what belongs to this mode; empty: all
passed=0 failed=0 skipped=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# suite NAME COMMAND...
suite() {
    if [ "$mode" = list ]; then
        printf '%s: %s\n' "$1" "${*:2}"
        return
    fi
    local name=$1 start=$SECONDS code p=0 f=0 s=0 line
    shift
    "$@" >"$log" 2>&1
    code=$?
    line=$(grep -E '^([a-z-]+: )?[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
    if [ -n "$line" ]; then
        p=$(sed -E 's/^([a-z-]+: )?([0-9]+) passed.*/\2/' <<<"$line")
        f=$(sed -E 's/.* ([0-9]+) failed.*/\1/' <<<"$line")
        case $line in *skipped*) s=$(sed -E 's/.* ([0-9]+) skipped.*/\1/' <<<"$line") ;; esac
    elif line=$(grep -E '^[0-9]+%: Checks: ' "$log" | tail -n 1) && [ -n "$line" ]; then
        local checks
        checks=$(sed -E 's/.*Checks: ([0-9]+).*/\1/' <<<"$line")
        f=$(sed -E 's/.*Failures: ([0-9]+), Errors: ([0-9]+).*/\1+\2/' <<<"$line")
        f=$((f))
        p=$((checks - f))
    elif [ "$code" -eq 0 ]; then
        p=1
    fi
    if [ "$code" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    printf '%-28s %5d passed %3d failed %3d skipped %4d s\n' "$name" "$p" "$f" "$s" $((SECONDS - start))
    if [ "$f" -ne 0 ]; then
        tail -n 200 "$log"
    elif [ "$mode" = peers ]; then
        grep '^skipped: ' "$log"
    fi
}

# The same in the background, until collect.
waiting=()
beside() { # beside NAME COMMAND...
    if [ "$mode" = list ]; then
        suite "$@"
        return
    fi
    local name=$1 output
    shift
    output=$(mktemp)
    (
        "$@" >"$output" 2>&1
        echo $? >"$output.code"
    ) &
    waiting+=("$! $output $name")
}
collect() {
    local entry pid output name
    for entry in "${waiting[@]}"; do
        read -r pid output name <<<"$entry"
        wait "$pid"
        suite "$name" sh -c "cat $output; exit \$(cat $output.code)"
        rm -f "$output" "$output.code"
    done
    waiting=()
}

# What all suites came to; ends.
finish() {
    [ "$mode" != list ] || exit 0
    printf '\n%d passed, %d failed' "$passed" "$failed"
    [ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
    printf '\n'
    [ "$failed" -eq 0 ]
    exit
}

jobs=$(nproc)
export TESTDATA=$PWD/testdata
# Recordings of other people with figures of other tools; not part of the project.
export CORPUS=${CORPUS:-$PWD/../shared/corpus}
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} UBSAN_OPTIONS=print_stacktrace=1
unset JFRTOOL_COLORS COLUMNS
export NO_COLOR=

build() { # build NAME DIRECTORY VARIABLES... -- TARGETS...
    [ "$mode" != list ] || return 0
    local name=$1 dir=$2
    shift 2
    suite "$name" make -s -j"$jobs" BUILD="$dir" "$@"
}

if [ "$mode" = full ]; then
    build "build gcc -Werror" build WERROR=1 CC=gcc all
    if command -v clang >/dev/null; then
        build "build clang -Werror" build-clang WERROR=1 CC=clang CFLAGS=-O1 all
    fi
fi
export JFRTOOL=$PWD/build/jfrtool

in_mode() { # in_mode MODE: what belongs to it alone runs, or is listed
    [ "$mode" = "$1" ] || { [ "$mode" = list ] && [ "${listed:-$1}" = "$1" ]; }
}

if in_mode peers; then
    suite "peers: Mission Control" python3 tests/peers/jmc.py
    suite "peers: async-profiler" python3 tests/peers/async_profiler.py
    suite "peers: pprof" tests/peers/pprof_test.sh
    suite "agent in JRE 11 and 21" tests/peers/jres.sh
    [ "$mode" = list ] || finish
fi

build "build with sanitizers" build-asan \
    CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined" all unit
# Unit tests run side by side; their output is added up afterwards, in order.
unit_programs() {
    local program
    for program in $(find build-asan/tests/unit -name 'test_*' -type f -perm -u+x | sort); do
        if [ "$mode" != full ]; then # those that take long: archives that expand, hostile input
            case $program in *_archive | *_costs | *_hostile | *_flips) continue ;; esac
        fi
        printf '%s\n' "$program"
    done
}
if [ "$mode" = list ]; then
    suite "unit tests" tests/unit/
else
    results=$(mktemp -d)
    # shellcheck disable=SC2016 # for the inner shell
    unit_programs | RESULTS=$results xargs -P "$jobs" -I '{}' \
        sh -c '{} >"$RESULTS/$(basename {})" 2>&1; echo $? >"$RESULTS/$(basename {}).code"'
    for program in $(unit_programs); do
        name=$(basename "$program")
        suite "unit ${name#test_}" sh -c "cat $results/$name; exit \$(cat $results/$name.code)"
    done
    rm -rf "$results"
fi
export TEST_TOOLS=$PWD/build-asan/tests/tools
suite "command line" tests/cli/run.sh
suite "same input, same bytes" tests/same.sh
! in_mode full || suite "profiles and merging" python3 tests/profile.py full
! in_mode full || suite "recordings written" env BUILD=build-asan tests/agent/written.sh
suite "documents" tests/docs.sh
suite "formats of CI systems" python3 tests/ci/formats.py
suite "SVG is XML" tests/flame/xml.sh "$TEST_TOOLS/collapsed2svg"
suite "figures of the page" tests/browser/run.sh model
suite "figures of the JDK, stored" python3 tests/second_source/jdk.py --stored
suite "verdicts of JMC, stored" python3 tests/second_source/calls.py --stored

if in_mode full; then
    export JFRTOOL=$PWD/build-asan/jfrtool
    suite "command line, sanitized" tests/cli/run.sh
    export JFRTOOL=$PWD/build/jfrtool
    suite "second source: corpus" python3 tests/second_source/corpus.py
    suite "second source: writers" python3 tests/second_source/writers.py
    # These are mostly waiting, so they go on beside the next suites.
    beside "attaching to JVMs" env BUILD=build-asan tests/agent/attach.sh
    beside "agent in JVMs" python3 tests/agent/run.py quick
    suite "second source: JDK" python3 tests/second_source/jdk.py
    suite "second source: times" python3 tests/second_source/when.py
    suite "second source: calls" python3 tests/second_source/calls.py
    suite "second source: values" python3 tests/second_source/values.py
    suite "second source: tables" python3 tests/second_source/tables.py
    suite "second source: all events" python3 tests/second_source/visit.py
    suite "damaged recordings" tests/damage.sh
    suite "names over two runs" tests/names/two_runs.sh
    suite "installation" tests/install.sh
    suite "snippets for CI systems" python3 tests/ci/snippets.py
    suite "browser" tests/browser/run.sh
    collect
    build "build with TSan" build build/tests/handshake_tsan
    suite "handshake, TSan" build/tests/handshake_tsan
fi

finish
