#!/usr/bin/env bash
# Times hot-methods against other native readers of recordings, side by side in one run: grafana/jfr-parser
# from the Go proxy and jfrs from crates, each in a program that counts the same (tests/peers/). Those that
# cannot be had are named and left out.
#
# usage: bench/peers.sh [RECORDINGS]    RECORDINGS: folder, build/bench unless given
#        BENCH_RUNS=N                   runs of ours, 10 unless given; theirs run three times
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=bench/measure.sh
. bench/measure.sh

declare -A readers
for reader in grafana jfrs; do
    if program=$(tests/peers/fetch.sh $reader); then readers[$reader]=$program; fi
done
for name in events stacks; do
    file=$recordings/$name.jfr
    cat "$file" >/dev/null # into the page cache
    measure "hot-$name" "$name: hot-methods, one thread" "" "" "$runs" "$tool hot-methods --quiet --jobs 1 $file"
    for reader in "${!readers[@]}"; do
        measure "$reader-$name" "$name: $reader" "hot-$name" "hot-methods" 3 "${readers[$reader]} $file"
    done
done
python3 bench/table.py "$results"
