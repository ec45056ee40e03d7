#!/usr/bin/env bash
# Runs the tests and adds up what they say. Usage: tests/run.sh quick|full|peers, or list [quick|full]
#
# list runs nothing and prints the suites, all or those of one way to run, "NAME: COMMAND" a line.
# docs/architecture.md has a table of them.
#
# A suite is a command that ends with "N passed, N failed" (", N skipped" may follow), or a Check
# program ("100%: Checks: N, Failures: N, Errors: N"). A suite that says neither counts as one
# test, passed if it exits 0; one that fails without naming a failure counts one failed.
#
# full asks in turns what would take long: one of the JDKs that are here, a third of the turns of tests that say so
# (tests/support/suite.h) and of the cases of the sanitized command line; the day says which, so that three days
# have had all of it. DAY=NUMBER draws what that day had. With ALL=1, make check-full, nothing is left out.
#
# A suite that fails beside others runs again alone, when all others have ended, and that counts. What
# it said the first time is printed, so that a fault that shows under load alone is not lost.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

# Begins anew where signals are ignored, as under nohup: tests send some, and children inherit that.
if [ -z "${USUAL_SIGNALS:-}" ] && env --default-signal true 2>/dev/null; then
    USUAL_SIGNALS=1 exec env --default-signal tests/run.sh "$@"
fi

mode=${1:-full}
listed=${2:-} # list: what belongs to this mode; empty: all
passed=0 failed=0 skipped=0
results=$(mktemp -d)
# shellcheck disable=SC2046 # numbers of processes
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$results"' EXIT

# timed FILE COMMAND...: runs it, and writes its exit code, how long it took and its processor time, in
# seconds.
timed() {
    local to=$1 start=$SECONDS code TIMEFORMAT='%0U %0S'
    shift
    { time "$@" >"$to" 2>&1; } 2>"$to.time"
    code=$?
    awk -v code="$code" -v took=$((SECONDS - start)) '{ print code, took, $1 + $2 }' "$to.time" >"$to.new"
    mv "$to.new" "$to.code"
}

# tally NAME FILE [NUMBER]: adds up what a suite said, which is in the file, and prints a line of it. With
# the number of one that ran beside others, what failed is not added up but run again.
again=()
tally() {
    local name=$1 log=$2 number=${3:-} p=0 f=0 s=0 line code took cpu
    read -r code took cpu <"$log.code"
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
    if [ -n "$number" ] && [ "$f" -ne 0 ]; then
        again+=("$number")
        printf '%-28s %5d passed %3d failed, runs again alone %4d s %4d s of CPU\n' "$name" "$p" "$f" "$took" "$cpu"
        tail -n 60 "$log"
        return
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    printf '%-28s %5d passed %3d failed %3d skipped %4d s %4d s of CPU\n' "$name" "$p" "$f" "$s" "$took" "$cpu"
    if [ "$f" -ne 0 ]; then
        tail -n 200 "$log"
    elif [ "$mode" = peers ]; then
        grep '^skipped: ' "$log"
    fi
}

# now NAME COMMAND...: a suite that the others need, such as a build.
now() {
    if [ "$mode" = list ]; then
        printf '%s: %s\n' "$1" "${*:2}"
        return
    fi
    timed "$results/now" "${@:2}"
    tally "$1" "$results/now"
}

# No suite waits for ever: seconds, many times what the longest takes.
longest=2400

# Suites run side by side, two more than there are processors, since most of them wait now and then, and what
# they came to is printed in the order in which they stand here. No test depends on what runs beside it.
begun=0 told=0 names=() commands=() taking_turns=()
in_background() { # NAME COMMAND...
    local output=$results/$begun
    names+=("$1")
    shift
    commands+=("$(printf '%q ' "$@")")
    timed "$output" timeout -k 30 "$longest" "$@" &
    begun=$((begun + 1))
}
tell() { # what has ended, up to the first that has not
    while [ "$told" -lt "$begun" ] && [ -e "$results/$told.code" ]; do
        tally "${names[$told]}" "$results/$told" "$told"
        told=$((told + 1))
    done
}
# suite NAME COMMAND...: when there is room for it.
suite() {
    if [ "$mode" = list ]; then
        now "$@"
        return
    fi
    while :; do
        local left=() number
        for number in "${taking_turns[@]}"; do
            [ -e "$results/$number.code" ] || left+=("$number")
        done
        taking_turns=("${left[@]}")
        tell
        [ ${#taking_turns[@]} -lt "$jobs" ] && break
        sleep 0.1
    done
    taking_turns+=("$begun")
    in_background "$@"
}
# beside NAME COMMAND...: one that mostly waits takes no room.
beside() {
    if [ "$mode" = list ]; then now "$@"; else in_background "$@"; fi
}
collect() {
    local number
    wait
    tell
    for number in "${again[@]}"; do
        now "${names[$number]}, alone" bash -c "${commands[$number]}"
    done
}

# What all suites came to; ends.
finish() {
    [ "$mode" != list ] || exit 0
    collect
    printf '\n%d passed, %d failed' "$passed" "$failed"
    [ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
    printf '\n'
    [ "$failed" -eq 0 ]
    exit
}

jobs=$(($(nproc) + 2))
[ "$mode" != peers ] || jobs=1 # what they fetch goes to one place
export TESTDATA=$PWD/testdata
# What malloc gives out is not nought: what reads an element too many makes something of it that shows.
export MALLOC_PERTURB_=165
# Recordings of other people with figures of other tools; not part of the project.
export CORPUS=${CORPUS:-$PWD/../shared/corpus}
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} UBSAN_OPTIONS=print_stacktrace=1
unset JFRTOOL_COLORS COLUMNS
export NO_COLOR=

DRAWN= # DAY/PARTS, of what is asked in turns
if [ "$mode" = full ] && [ -z "${ALL:-}" ]; then
    export DRAWN=${DAY:=$(($(date +%s) / 86400))}/3
    mapfile -t homes < <(. tests/agent/common.sh && jdks javac)
    [ ${#homes[@]} -lt 2 ] || export AGENT_JVMS=${AGENT_JVMS:-${homes[DAY % ${#homes[@]}]}}
    echo "DAY=$DAY draws this again${AGENT_JVMS:+: JDKs $AGENT_JVMS}; make check-full leaves nothing out"
fi

build() { # build NAME DIRECTORY VARIABLES... -- TARGETS...
    [ "$mode" != list ] || return 0
    local name=$1 dir=$2
    shift 2
    now "$name" make -s -j"$jobs" BUILD="$dir" "$@"
}

if [ "$mode" = full ]; then
    # The code is that of -g, and a fifth of the compiler's time less.
    build "build gcc -Werror" build WERROR=1 CC=gcc CFLAGS="-O2 -g1" all
fi
export JFRTOOL=$PWD/build/jfrtool

in_mode() { # in_mode MODE: what belongs to it alone runs, or is listed
    [ "$mode" = "$1" ] || { [ "$mode" = list ] && [ "${listed:-$1}" = "$1" ]; }
}

if in_mode peers; then
    suite "peers: Mission Control" python3 tests/peers/jmc.py
    suite "peers: async-profiler" python3 tests/peers/async_profiler.py
    suite "peers: writers and figures" python3 tests/peers/writers.py
    suite "peers: what is written" python3 tests/peers/written.py
    suite "peers: pprof" tests/peers/pprof_test.sh
    suite "peers: viewers" python3 tests/peers/viewers.py
    suite "peers: native readers" python3 tests/peers/readers.py
    suite "aarch64 under qemu" tests/peers/aarch64.sh
    suite "compiled for macOS" python3 tests/peers/macos.py
    suite "agent in JRE 11 and 21" tests/peers/jres.sh
    [ "$mode" = list ] || finish
fi

# By the other compiler, if it is here, so that warnings of both are errors. Objects of two compilers do not
# go together.
compiler=$(command -v clang || echo cc)
if [ "$mode" != list ] && [ "$(cat build-asan/compiler 2>/dev/null)" != "$compiler" ]; then
    rm -rf build-asan
    mkdir -p build-asan
    echo "$compiler" >build-asan/compiler
fi
# A hundred programs are linked, by this one in a quarter of the time; where they lie is known then, so that a start,
# of which there are thousands, has no addresses to add up.
linker=
if [ "$compiler" != cc ] && command -v ld.lld >/dev/null; then linker="-fuse-ld=lld -Wl,--threads=1,--no-pie"; fi
LDFLAGS="${LDFLAGS:-} $linker" build "build with sanitizers" build-asan CC="$compiler" WERROR=1 \
    CFLAGS="-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined" all unit
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
fi
export TEST_TOOLS=$PWD/build-asan/tests/tools
if in_mode full && [ "$mode" != list ]; then
    tests/second_source/jdks.sh "$results/jdks" && export JDKS=$results/jdks
fi
if in_mode full; then
    # What takes longest begins first; two of these mostly wait.
    beside "attaching to JVMs" env BUILD=build-asan tests/agent/attach.sh
    beside "recordings written" env BUILD=build-asan tests/agent/written.sh
    for part in 0 1 2; do
        suite "agent in JVMs, $((part + 1)) of 3" env AGENT_PART=$part/3 python3 tests/agent/run.py quick
    done
    suite "command line, sanitized" env JFRTOOL="$PWD/build-asan/jfrtool" JFRPLAIN="$JFRTOOL" \
        tests/cli/run.sh --drawn "${DRAWN:-0/1}"
    suite "browser" tests/browser/run.sh
    suite "second source: all events" python3 tests/second_source/visit.py
    build "build with TSan" build build/tests/handshake_tsan
    suite "handshake, TSan" build/tests/handshake_tsan
fi
if [ "$mode" != list ]; then
    # The quick form has a process for each test, so that none needs what another leaves behind; here what one
    # leaves behind is seen by the next (tests/support/suite.h).
    together=()
    [ "$mode" != full ] || together=(env SUITE_TOGETHER=1)
    for program in $(unit_programs); do
        name=$(basename "$program")
        suite "unit ${name#test_}" "${together[@]}" "$program"
    done
fi
suite "command line" tests/cli/run.sh
suite "cases from the wild" tests/cases/run.sh
suite "same input, same bytes" tests/same.sh
! in_mode full || suite "profiles and merging" python3 tests/profile.py full
! in_mode full || suite "what is added, step by step" tests/extending.sh
suite "explorer in a terminal" python3 tests/tui/run.py
suite "documents" tests/docs.sh
suite "words" python3 tests/words.py
suite "recipes" python3 tests/recipes.py
suite "schemas of JSON" python3 tests/schemas.py
suite "what is missing" python3 tests/missing.py
suite "Model Context Protocol" python3 tests/mcp/server.py
suite "investigations without judgement" python3 tests/mcp/agents.py
suite "fleets" python3 tests/fleet/check.py
suite "formats of CI systems" python3 tests/ci/formats.py
suite "in a browser's tab" tests/elsewhere/web.sh
suite "on Windows" tests/elsewhere/windows.sh
suite "SVG is XML" tests/flame/xml.sh "$TEST_TOOLS/collapsed2svg"
suite "figures of the page" tests/browser/run.sh model
suite "figures of the JDK, stored" python3 tests/second_source/jdk.py --stored
suite "verdicts of JMC, stored" python3 tests/second_source/calls.py --stored
if in_mode full; then
    suite "second source: corpus" python3 tests/second_source/corpus.py
    suite "second source: writers" python3 tests/second_source/writers.py
    suite "second source: JDK" python3 tests/second_source/jdk.py
    suite "second source: times" python3 tests/second_source/when.py
    suite "second source: calls" python3 tests/second_source/calls.py
    suite "second source: rules" python3 tests/second_source/rules.py
    suite "second source: one answer" python3 tests/second_source/one_answer.py
    suite "second source: account" python3 tests/second_source/account.py
    suite "second source: costs" python3 tests/second_source/costs.py
    suite "second source: impossible" python3 tests/second_source/impossible.py
    suite "second source: values" python3 tests/second_source/values.py
    suite "second source: amounts" python3 tests/second_source/amounts.py
    suite "second source: collectors" python3 tests/second_source/collectors.py
    suite "second source: JVMs" python3 tests/second_source/jvm.py
    suite "second source: breakdowns" python3 tests/second_source/breakdowns.py
    suite "second source: idle" python3 tests/second_source/idle.py
    suite "second source: events" python3 tests/second_source/events.py
    suite "second source: views" python3 tests/second_source/views.py
    suite "second source: leaks" python3 tests/second_source/leaks.py
    suite "second source: crash" python3 tests/second_source/crash.py
    suite "second source: within" python3 tests/second_source/within.py
    suite "second source: requests" python3 tests/second_source/endpoints.py
    suite "second source: different" python3 tests/second_source/different.py
    suite "second source: besides" python3 tests/second_source/besides.py
    suite "second source: history" python3 tests/second_source/history.py
    suite "second source: causes" python3 tests/second_source/causes.py
    suite "second source: tables" python3 tests/second_source/tables.py
    suite "second source: Arrow" python3 tests/second_source/arrow.py
    suite "second source: SQL" python3 tests/second_source/sql.py
    suite "second source: groups of SQL" python3 tests/second_source/sql_groups.py
    suite "second source: jfr view" python3 tests/second_source/jfr_view.py
    suite "second source: print" python3 tests/second_source/print.py
    suite "second source: exports" python3 tests/second_source/exports.py
    suite "second source: whole" python3 tests/second_source/whole.py
    suite "second source: edit" python3 tests/second_source/edit.py
    suite "second source: secrets" python3 tests/second_source/secrets.py
    suite "damaged recordings" tests/damage.sh
    suite "names over two runs" tests/names/two_runs.sh
    suite "installation" tests/install.sh
    suite "snippets for CI systems" python3 tests/ci/snippets.py
fi

finish
