#!/usr/bin/env bash
# Every command that takes --jobs, under ThreadSanitizer, over a few recordings of several chunks and of one
# that is shared; and four of them over all recordings at hand. make check-threads.
#
# Which commands those are is asked of the program. Fails for any race that it sees, whatever the command says,
# and where a command was not run as it wants to be, or had nothing to say.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
tool=${JFRTOOL:-build-tsan/jfrtool}
corpus=${CORPUS:-../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

recordings=(testdata/*.jfr testdata/*.jfr.gz)
[ ! -d "$corpus" ] || recordings+=("$corpus"/recordings/*.jfr* "$corpus"/writers/*.jfr.zst)
several=(testdata/{chunks,lambdas}-17.jfr testdata/shares-25.jfr testdata/deep-17.jfr
    testdata/{leak,traffic}-25.jfr.zst testdata/shop-17.jfr.zst)

# What a command is given besides recordings. Several lines: it is run for each.
declare -A asks=(
    [callers]='--all run' [callees]='--all run' [method]='--all run' [metadata]='--events CPULoad'
    [merge]="-o $scratch/p.pb.gz" [profile]="-o $scratch/p.pb.gz" [report]="-o $scratch/report"
    [page]="-o $scratch/page.html" [flame]="-o $scratch/flame.svg"
    [heatmap]=$'--json\n'"-o $scratch/heatmap.svg"
    [hot-methods]=$'\n--event alloc\n--by thread\n--measure value --event alloc'
    [requests]='--within jdk.* --by eventThread.javaName'
    [events]=$'GC --by eventType\n* --by eventType\nJavaExceptionThrow --by message'
    [view]=$'gc-pauses\nhot-methods\nlatencies-by-type'
    [sql]=$'--query SELECT/**/count(*)FROM/**/samples\n--query SELECT/**/type,count(*)FROM/**/all_events/**/GROUP/**/BY/**/1'
)
formats=$("$tool" help export --all | sed -n '/--to FORMAT/,/else/p' | tr '\n' ' ' | sed 's/.*format: //; s/, else.*//')
for format in ${formats//,/ }; do
    asks[export]+="${asks[export]:+$'\n'}--to $format -o $scratch/exported"
done
declare -A inputs=([diff]="${several[*]:0:2}" [gate]="${several[*]:1:2}" [page]="${several[0]}"
    [whatif]=testdata/experiments.jfr.zst [crash]="${several[0]}" [metadata]="${several[0]}")

# races WORST ARGUMENT...: none are seen, and the exit code is WORST at most
races() {
    local code worst=$1
    shift
    rm -f "$scratch"/race*
    TSAN_OPTIONS="exitcode=66 halt_on_error=1 log_path=$scratch/race" timeout 600 "$tool" "$@" --jobs 2 --quiet \
        </dev/null >"$scratch/told" 2>&1
    code=$?
    if compgen -G "$scratch/race*" >/dev/null || [ "$code" -eq 66 ]; then
        echo "FAIL a race: $*"
        cat "$scratch"/race* 2>/dev/null | head -n 30
    elif [ "$code" -gt "$worst" ] || [ "$code" -eq 2 ]; then
        echo "FAIL exit code $code: $*"
        tail -n 5 "$scratch/told"
    else
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
}

names=$(python3 -c 'import sys
sys.path.insert(0, "tests")
from commands import all_commands
print(*all_commands(sys.argv[1]))' "$tool") || exit 2
for command in $names; do
    "$tool" help "$command" --all 2>/dev/null | grep -q -- '--jobs' || continue
    read -ra of <<<"${inputs[$command]:-${several[*]}}"
    [ "$command" = tui ] && continue # which wants a terminal, below
    while IFS= read -r line; do
        read -ra words <<<"$line"
        races 1 "$command" "${words[@]}" "${of[@]}"
    done <<<"${asks[$command]:-}"
done
printf '#!/bin/sh\nprintf q | TERM=xterm-256color script -qec "%s $*" /dev/null\n' "$(realpath "$tool")" >"$scratch/terminal"
chmod +x "$scratch/terminal"
plain=$tool tool=$scratch/terminal
races 0 tui "${several[0]}"
tool=$plain
for recording in "${recordings[@]}"; do
    for command in overview exceptions "hot-methods --event alloc" "events * --by eventType"; do
        # shellcheck disable=SC2086
        set -f && races 5 $command "$recording" && set +f
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
