#!/usr/bin/env bash
# Recordings from the wild that were read wrongly once: each NAME.check says what is right of the files beside it,
# and how that is known, and exits 0 if the program says so. Usage: tests/cases/run.sh [NAME...]
#
# A check is a script of bash in this folder; J is the program, JFR the newest JDK's jfr, if there is one.
set -uo pipefail
cd "$(dirname "$0")" || exit 2

J=$(realpath "${JFRTOOL:-../../build/jfrtool}")
JFR=$(find -L /usr/lib/jvm -maxdepth 3 -path '*/bin/jfr' 2>/dev/null | sort -V | tail -n 1)
export J JFR LC_ALL=C.UTF-8 COLUMNS=200
passed=0 failed=0
[ "$#" -gt 0 ] || set -- *.check
for check in "$@"; do
    [ -e "$check" ] || check=$check.check
    [ -e "$check" ] || continue
    if told=$(timeout 300 bash "$check" 2>&1 </dev/null); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n%s\n' "${check%.check}" "$told"
    fi
done
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
