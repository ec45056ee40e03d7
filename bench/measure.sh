# shellcheck shell=bash disable=SC2034
# What bench/run.sh and bench/peers.sh share: the recordings, and a table of commands side by side. To be
# sourced, with the arguments of the script; sets recordings, runs, results and tool.
recordings=${1:-${BENCH_DATA:-build/bench}}
runs=${BENCH_RUNS:-10}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
tool=build/jfrtool

for needed in hyperfine python3; do
    command -v "$needed" >/dev/null || {
        echo "bench: $needed is missing (Debian and Ubuntu: apt-get install $needed)" >&2
        exit 2
    }
done
bench/record.sh "$recordings" >&2
cc -O2 -o build/floor bench/floor.c
cc -O2 -D_GNU_SOURCE -o build/peak bench/peak.c

# measure NAME LABEL BASE BASE-LABEL RUNS COMMAND
measure() {
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>"$results/rows"
    echo "  $2" >&2
    hyperfine -N --warmup 1 --runs "$5" --export-json "$results/$1.json" "$6" >/dev/null 2>&1 || true
    # shellcheck disable=SC2086
    build/peak "$results/$1.mem" $6 || true
}
