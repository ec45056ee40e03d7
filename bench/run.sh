#!/usr/bin/env bash
# Times jfrtool against the floor and the JDK's jfr, side by side in one run, and prints a table of
# ratios and peak memory. Makes the recordings first where they are missing (a few minutes). Then what
# the recording agent costs an application (bench/overhead.py, some 30 minutes for two JDKs).
#
# usage: bench/run.sh [RECORDINGS]      RECORDINGS: folder, build/bench unless given
#        BENCH_RUNS=N                   runs of each command, 10 unless given
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=bench/measure.sh
. bench/measure.sh

jdk=
for home in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -x "$home/bin/jfr" ] || continue
    if "$home/bin/jfr" help view >/dev/null 2>&1; then jdk=$home; fi
done
[ -n "$jdk" ] || echo "bench: no JDK 21 or later, so no 'jfr view' to compare with" >&2

for name in events large stacks; do
    file=$recordings/$name.jfr
    cat "$file" >/dev/null # into the page cache
    measure "floor-$name" "$name: floor" "" "" "$runs" "build/floor $file"
    measure "hot-$name" "$name: hot-methods, one thread" "floor-$name" "the floor" "$runs" \
        "$tool hot-methods --quiet --jobs 1 $file"
    measure "hot2-$name" "$name: hot-methods, two threads" "hot-$name" "one thread" "$runs" \
        "$tool hot-methods --quiet --jobs 2 $file"
    measure "facts-$name" "$name: facts" "hot-$name" "hot-methods, one thread" "$runs" \
        "$tool facts --quiet --jobs 1 $file"
    measure "summary-$name" "$name: summary" "floor-$name" "the floor" "$runs" "$tool summary --quiet --jobs 1 $file"
    if [ -n "$jdk" ]; then
        measure "view-$name" "$name: jfr view hot-methods" "hot-$name" "hot-methods" 3 \
            "$jdk/bin/jfr view hot-methods $file"
        measure "jsummary-$name" "$name: jfr summary" "summary-$name" "our summary" 3 \
            "$jdk/bin/jfr summary $file"
    fi
done
file=$recordings/stacks.jfr
exceptions="--event jdk.JavaExceptionThrow"
measure "exc" "stacks: hot-methods of all exceptions" "hot-stacks" "execution samples" "$runs" \
    "$tool hot-methods --quiet --jobs 1 $exceptions $file"
measure "flame" "stacks: flame of all exceptions" "exc" "hot-methods of them" 3 \
    "$tool flame --quiet --jobs 1 $exceptions -o /dev/null $file"
if [ -n "$jdk" ]; then
    measure "view-exc" "stacks: jfr view exception-by-site" "exc" "hot-methods of them" 3 \
        "$jdk/bin/jfr view exception-by-site $file"
fi
# What answers with any event. ONLY=REGEX in the environment takes those entries whose names match.
entry() { # NAME LABEL BASE BASE-LABEL COMMAND
    if [[ ! $1 =~ ${ONLY:-.} ]]; then return; fi
    measure "$1" "$2" "$3" "$4" 3 "$5"
}
for name in events stacks; do
    file=$recordings/$name.jfr
    entry "check-$name" "$name: check" "floor-$name" "the floor" "$tool check --quiet --jobs 1 $file"
    entry "metadata-$name" "$name: metadata" "floor-$name" "the floor" "$tool metadata --quiet $file"
    entry "overview-$name" "$name: overview" "hot-$name" "hot-methods" "$tool overview --quiet --jobs 1 $file"
    entry "rules-$name" "$name: rules" "hot-$name" "hot-methods" "$tool rules --quiet --jobs 1 $file"
    for view in hot-methods events-by-count latencies-by-type; do
        entry "v-$view-$name" "$name: view $view" "hot-$name" "hot-methods" "$tool view $view --quiet $file"
    done
done
file=$recordings/events.jfr
entry "where" "events: events bench.Tick --where, one in 1,000" "floor-events" "the floor" \
    "$tool events bench.Tick --where value=7 --fields value --format ndjson --quiet -o /dev/null $file"
echo 'SELECT value % 10, count(*) FROM "bench.Tick" GROUP BY 1' >"$results/count.sql"
entry "count" "events: sql, count of 5.4 million rows by a column" "hot-events" "hot-methods" \
    "$tool sql --quiet --format csv --file $results/count.sql -o /dev/null $file"
make -s build/tests/tools/time_arrow
entry "arrow-1" "events: Arrow, 5.4 million rows of one column" "hot-events" "hot-methods" \
    "build/tests/tools/time_arrow $file bench.Tick startTime"
entry "arrow-4" "events: Arrow, of four columns" "arrow-1" "one column" \
    "build/tests/tools/time_arrow $file bench.Tick startTime duration eventThread value"
# The key that leaves is there from the start, and read when the first picture is.
printf 'printf q | TERM=xterm-256color script -qec "%s tui --jobs 1 %s" /dev/null\n' "$tool" "$file" >"$results/tui.sh"
entry "tui" "events: tui, to its first picture" "hot-events" "hot-methods" "sh $results/tui.sh"
file=$recordings/stacks.jfr
entry "by-frame" "stacks: events --by stackTrace.topFrame" "exc" "hot-methods of them" \
    "$tool events jdk.JavaExceptionThrow --by stackTrace.topFrame --quiet --jobs 1 $file"
entry "events-json" "stacks: events --format json" "exc" "hot-methods of them" \
    "$tool events jdk.JavaExceptionThrow --format json --quiet -o /dev/null $file"
entry "print-json" "stacks: print --json" "exc" "hot-methods of them" "$tool print --json --quiet -o /dev/null $file"
# The Method Profiling report, as text and as a page, of recordings made by the tests' generator.
make -s build/tests/tools/many_samples
while read -r name samples stacks; do
    file=$recordings/$name.jfr page=$results/$name.html
    [ -s "$file" ] || build/tests/tools/many_samples "$samples" "$stacks" 300 >"$file"
    cat "$file" >/dev/null
    measure "hot-$name" "$name: hot-methods" "" "" "$runs" "$tool hot-methods --quiet --jobs 1 $file"
    measure "report-$name" "$name: method-profiling" "hot-$name" "hot-methods" "$runs" \
        "$tool method-profiling --quiet --jobs 1 $file"
    measure "page-$name" "$name: method-profiling -o page.html" "hot-$name" "hot-methods" "$runs" \
        "$tool method-profiling --quiet --jobs 1 -o $page $file"
    stat -c '%s' "$page" >"$results/page-$name.size"
    measure "firefox-$name" "$name: export to the Firefox Profiler" "hot-$name" "hot-methods" "$runs" \
        "$tool export --to firefox --quiet --jobs 1 -o $results/$name.json $file"
done <<<"many 200000 75000
million 1000000 250000"
# A thousand small recordings: the tests' own, a hundred times.
fleet=$recordings/fleet
if [ ! -e "$fleet/ready" ]; then
    for ((i = 0; i < 100; i++)); do
        mkdir -p "$fleet/host=$i"
        for name in shares-17 shares-25 chunks-17 deep-17 lambdas-17 native-17 hostile-17 custom-17; do
            cp "testdata/$name.jfr" "$fleet/host=$i/"
        done
        cp testdata/lambdas-25.jfr.gz testdata/cputime-25.jfr.zst "$fleet/host=$i/"
    done
    touch "$fleet/ready"
fi
measure "merge-fleet" "1,000 small recordings: merge" "" "" 3 \
    "$tool merge --quiet --keep-duplicates --jobs 1 $fleet -o $results/fleet.pb.gz"
measure "facts-fleet" "1,000 small recordings: facts and profile" "merge-fleet" "merge" 3 \
    "$tool facts --quiet --keep-duplicates --profile $results/fleet.pb.gz $fleet"
gz=$recordings/events.jfr.gz
[ -s "$gz" ] || gzip -1 -c "$recordings/events.jfr" >"$gz"
measure "gunzip" "events.jfr.gz: gzip -dc" "" "" 3 "gzip -dc $gz"
measure "hot-gz" "events.jfr.gz: hot-methods" "gunzip" "gzip -dc" 3 "$tool hot-methods --quiet $gz"

machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "$machine, $(nproc) processors, $(uname -sr), $(date -u +%F)${jdk:+, $(sed -n 's/^IMPLEMENTOR="\(.*\)"/\1/p' "$jdk/release") $(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$jdk/release")}"
echo
python3 bench/table.py "$results"
python3 bench/ratios.py "$recordings" --runs "$runs" # into docs/performance.md

echo
bench/overhead.py
