#!/usr/bin/env bash
# Recordings cut or overwritten, as a user would meet them: never a crash or a hang, always a
# sentence, and everything before the damage is still counted. Runs the sanitized program.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
tool=${JFRTOOL_SANITIZED:-build-asan/jfrtool}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# attempt NAME FILE: exit code 0, 3 or 4, no report of a sanitizer, within ten seconds
attempt() {
    local code
    # ten seconds of CPU time, however long it takes to get them
    (ulimit -t 10 && exec timeout 300 "$tool" hot-methods --json "$2") >"$scratch/out" 2>"$scratch/err"
    code=$?
    case $code in
    0 | 3 | 4)
        if [ "$code" -eq 0 ] || [ -s "$scratch/err" ]; then
            passed=$((passed + 1))
            return
        fi
        ;;
    esac
    failed=$((failed + 1))
    echo "FAIL $1: exit $code"
    head -n 20 "$scratch/err" | sed 's/^/    /'
}

whole=testdata/shares-17.jfr
size=$(stat -c %s "$whole")
for ((at = 0; at < size; at += 9970)); do # each tenth of the 997-byte steps that the unit test takes
    head -c "$at" "$whole" >"$scratch/cut.jfr"
    attempt "cut after $at bytes" "$scratch/cut.jfr"
done
for at in 0 4 6 8 16 24 32 40 48 56 64 65 66; do
    for bytes in '\x00\x00' '\xff\xff' '\x7f\xff'; do
        cp "$whole" "$scratch/header.jfr"
        printf '%b' "$bytes" | dd of="$scratch/header.jfr" bs=1 seek="$at" conv=notrunc status=none
        attempt "header byte $at is $bytes" "$scratch/header.jfr"
    done
done

# samples FILE: number of execution samples read
samples() {
    "$tool" hot-methods --json --quiet "$1" | python3 -c 'import json,sys; print(json.load(sys.stdin)["samples"])'
}
expect() { # expect NAME WANTED FOUND
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $1: expected $2, found $3"
    fi
}
cat "$whole" <(head -c 5000 /dev/zero) testdata/chunks-17.jfr >"$scratch/between.jfr"
expect "garbage between chunks costs no sample" $((754 + 232)) "$(samples "$scratch/between.jfr")"
cat "$whole" <(head -c 100000 testdata/chunks-17.jfr) testdata/chunks-17.jfr >"$scratch/middle.jfr"
found=$(samples "$scratch/middle.jfr")
expect "a chunk cut in the middle of a file costs only its own end" yes \
    "$([ "$found" -ge $((754 + 232)) ] && echo yes || echo "$found")"
cat "$whole" "$whole" >"$scratch/twice.jfr"
expect "the same chunk twice counts once" 754 "$(samples "$scratch/twice.jfr")"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
