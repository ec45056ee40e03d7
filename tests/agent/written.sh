#!/usr/bin/env bash
# What the agent's recorder writes, read by the `jfr` command of each JDK found: every event type with
# every field, several chunks, and files of a writer that was killed.
# Uses BUILD (a tree with tests/agent/write_recording) and JFRTOOL.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/agent/common.sh
. tests/agent/common.sh
write=${BUILD:-build-asan}/tests/agent/write_recording
jfrtool=${JFRTOOL:-build/jfrtool}
kills=${KILLS:-8}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mapfile -t homes < <(jdks jfr)
if [ ${#homes[@]} -eq 0 ]; then
    echo "no JDK found: the jfr command is what this compares with"
    skipped=1
    finish
    exit
fi

print_fields() { # JFR FILE
    "$1" print --json "$2" | python3 tests/agent/expected_fields.py
}
summary_counts() { # JFR FILE TYPE COUNT
    "$1" summary "$2" >"$work/summary" || return 1
    grep -Eq "^ $3 +$4 " "$work/summary" || { cat "$work/summary"; return 1; }
}
view_shows() { # JFR VIEW FILE TEXT; a type of many fields needs room
    timeout "$patience" "$1" view --width 400 "$2" "$3" >"$work/view" 2>&1 && has "$work/view" "$4"
}
chunks() { # JFR FILE: how many, as the JDK counts them
    "$1" summary "$2" | sed -n 's/^ Chunks: //p'
}

"$write" "$work/all.jfr" >"$work/out" || { cat "$work/out"; failed=1; }
"$write" "$work/chunks.jfr" seconds=1 flush-ms=50 chunk=40000 pad=500 distinct=50 >"$work/out"
samples=$(sed -n 's/.*: \([0-9]*\) samples.*/\1/p' "$work/out")
"$write" "$work/system.jfr" system-ms=50 seconds=0.5 >"$work/out"

for home in "${homes[@]}"; do
    jfr=$(jfr_of "$home")
    name="JDK $(major "$home")"
    check "$name prints every field as it was written" print_fields "$jfr" "$work/all.jfr"
    check "$name counts the samples" summary_counts "$jfr" "$work/all.jfr" jdk.ExecutionSample 102
    check "$name counts over chunks" summary_counts "$jfr" "$work/chunks.jfr" \
        jdk.ExecutionSample $((samples + 2))
    check "$name sees several chunks" test "$(chunks "$jfr" "$work/chunks.jfr")" -gt 3
    check "$name reads what is measured" summary_counts "$jfr" "$work/system.jfr" \
        jdk.CPUInformation 1
    if [ "$(major "$home")" -ge 21 ]; then
        check "$name view hot-methods" view_shows "$jfr" hot-methods "$work/all.jfr" \
            'java.util.HashMap.get(Object)'
        # One row: the same method of several chunks is one.
        check "$name view hot-methods over chunks" view_shows "$jfr" hot-methods \
            "$work/chunks.jfr" "$(printf '%d,%03d' $((samples / 1000)) $((samples % 1000)) |
                sed 's/^0,0*//')"
        check "$name view native-methods" view_shows "$jfr" native-methods "$work/all.jfr" \
            'com.example.Work.run()'
        check "$name view contention-by-class" view_shows "$jfr" contention-by-class \
            "$work/all.jfr" java.lang.Object
        check "$name view allocation-by-class" view_shows "$jfr" allocation-by-class \
            "$work/all.jfr" 'int[]'
        check "$name view jvm-information" view_shows "$jfr" jvm-information "$work/all.jfr" \
            'Test VM'
        check "$name view cpu-load" view_shows "$jfr" cpu-load "$work/all.jfr" '25.00%'
        check "$name view cpu-information" view_shows "$jfr" cpu-information "$work/system.jfr" \
            'CPU'
        check "$name view thread-cpu-load" view_shows "$jfr" thread-cpu-load "$work/all.jfr" \
            '6.25%'
        check "$name view container-cpu-usage" view_shows "$jfr" container-cpu-usage \
            "$work/all.jfr" '3.00 s'
        check "$name view thread-start" view_shows "$jfr" thread-start "$work/all.jfr" 'worker'
        check "$name view SamplingStatistics" view_shows "$jfr" jfragent.SamplingStatistics \
            "$work/all.jfr" '840'
    fi
done

# Killed at random moments: each reader must take the file for a complete one.
for ((i = 1; i <= kills; i++)); do
    file=$work/killed.jfr
    rm -f "$file"
    "$write" "$file" seconds=60 flush-ms=50 chunk=30000 pad=200 distinct=200 >/dev/null &
    writer=$!
    until_true "$jfrtool" hot-methods --strict "$file"
    sleep "0.$((RANDOM % 600))"
    kill -9 "$writer"
    wait "$writer" 2>/dev/null
    for home in "${homes[@]}"; do
        check "killed $i: JDK $(major "$home") summary" timeout "$patience" "$(jfr_of "$home")" summary "$file"
    done
    check "killed $i: jfrtool" "$jfrtool" hot-methods --strict "$file"
done
finish
