#!/usr/bin/env bash
# The same input gives the same bytes: in another run, with another number of threads, and with the
# recordings in another order.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
tool=${JFRTOOL:-build/jfrtool}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

some=(testdata/chunks-17.jfr testdata/lambdas-17.jfr testdata/shares-25.jfr testdata/deep-17.jfr
    testdata/lambdas-25.jfr.gz)
turned=()
for ((i = ${#some[@]} - 1; i >= 0; i--)); do turned+=("${some[i]}"); done

# Commands to run next name the recordings in the order in which they were given.
without_paths() { sed 's|\( testdata/[a-z0-9.-]*\)\{2,\}||g'; }

# same NAME ARGUMENT...: of the command with --jobs 1 and 8, twice, and the files turned round
same() {
    local name=$1 run=0
    shift
    for jobs in 1 8 8; do
        "$tool" "$@" --quiet --jobs "$jobs" "${some[@]}" | without_paths >"$scratch/$run"
        run=$((run + 1))
    done
    "$tool" "$@" --quiet --jobs 8 "${turned[@]}" | without_paths >"$scratch/$run"
    for other in 1 2 3; do
        if [ -s "$scratch/0" ] && cmp -s "$scratch/0" "$scratch/$other"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $name: run $other is not like run 0"
        fi
    done
}

same "hot-methods as text" hot-methods --top 0
same "hot-methods as JSON" hot-methods --json --top 0 --sort total
same "hot-methods by line and type" hot-methods --by line --frame-type --top 0 --format csv
same "collapsed stacks" collapsed --threads --signatures
same "the flame graph" flame --title same
same "the flame graph by packages, reversed" flame --title same --color-by package --reverse
same "the timeline as JSON" timeline --json --top 0 --split thread
same "the timeline as text" timeline --top 5
same "the heat map" heatmap --json
same "pools" threads --top 0
same "threads as JSON" threads --json --each --top 0
same "the page" flame --html --title same
same "the page of allocations and locks" flame --html --title same --event alloc,lock,cpu
same "what stands out" overview --json
same "what is different in a window" overview --json --from 1s --to 3s
same "rules" rules --json
same "allocations" allocations --json
same "what the collector did" gc --json
same "requests" requests --within 'jdk.*' --by eventThread.javaName --json
same "event counts of the summary" summary --format csv

# written NAME ARGUMENT...: what is written of a recording, format 0.9 and 2.x, six times
written() {
    local name=$1 run file
    shift
    for file in testdata/old/*.jfr testdata/native-17.jfr; do
        for run in 0 1 2 3 4 5; do
            rm -f "$scratch/$run"
            "$tool" "$@" --quiet -o "$scratch/$run" "$file" 2>/dev/null
            [ "$run" = 0 ] || cmp -s "$scratch/0" "$scratch/$run" || break
        done
        if [ -s "$scratch/0" ] && cmp -s "$scratch/0" "$scratch/$run"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $name of $file: run $run is not like run 0"
        fi
    done
}

written "a repaired recording" file repair
written "a scrubbed recording" file scrub
written "a part of a recording" file cut --to 1h
written "a profile" profile
written "a page" page
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
