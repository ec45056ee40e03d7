#!/usr/bin/env bash
# Command-line tests. A case is a script with files beside it that say what is expected:
#
#   cases/NAME.sh            run by bash in an empty scratch directory; finds the program as $JFRTOOL
#                            and the recordings in $TESTDATA
#   cases/NAME.stdout        its standard output, exactly           (no file: none)
#   cases/NAME.stderr.glob   a pattern of bash for standard error   (no file: none)
#   cases/NAME.exit          its exit code                          (no file: 0)
#
# In both outputs the path of the recordings is written TESTDATA. $JFRPLAIN is the same program, as quick as
# it can be where $JFRTOOL is sanitized: for cases that ask one thing of many recordings, after the first.
#
#   run.sh [--update] [--drawn DAY/N] [NAME...]     all cases if none is named; each Nth of them, others each day
#
# --update writes the files anew from what happened; a pattern that still matches is left as it is.
# Environment: JFRTOOL (default build/jfrtool), TESTDATA (default testdata), CASE_SECONDS: CPU time that a
# process may have.
set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
cases=$here/cases
JFRTOOL=$(realpath "${JFRTOOL:-$root/build/jfrtool}")
TESTDATA=$(realpath -m "${TESTDATA:-$root/testdata}")
JFRPLAIN=$(realpath "${JFRPLAIN:-$JFRTOOL}")
export JFRTOOL JFRPLAIN TESTDATA

# What would change the output from machine to machine.
unset NO_COLOR COLUMNS LINES PAGER
export TERM=dumb LC_ALL=C TZ=UTC

update=no drawn=0/1
names=()
while [[ $# -gt 0 ]]; do
    argument=$1
    shift
    case $argument in
        --update) update=yes ;;
        --drawn) drawn=$1 && shift ;;
        -*) echo "run.sh: unknown option $argument" >&2; exit 2 ;;
        *) names+=("$(basename "$argument" .sh)") ;;
    esac
done
if [[ ${#names[@]} -eq 0 ]]; then
    for script in "$cases"/*.sh; do names+=("$(basename "$script" .sh)"); done
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# Characters of a text that a pattern gives a meaning, escaped.
as_pattern() {
    sed -e 's/[\\*?[]/\\&/g' -e 's/[+@!](/\\&/g' "$1"
}

matches() { # FILE PATTERN-FILE
    local text pattern=''
    text=$(<"$1")
    [[ -e $2 ]] && pattern=$(<"$2")
    # shellcheck disable=SC2053 # the right side is meant as a pattern
    [[ $text == $pattern ]]
}

without_paths() { # FILE: prints it with TESTDATA for the path of the recordings
    sed "s|$(sed 's/[][\\.*^$|]/\\&/g' <<<"$TESTDATA")|TESTDATA|g" "$1"
}

# A program that does not end is known by its CPU time; one that waits for ever, by the clock.
run_case() { # NAME: leaves stdout, stderr and exit in $scratch/NAME.*
    local name=$1
    mkdir "$scratch/$name"
    (cd "$scratch/$name" && ulimit -t "${CASE_SECONDS:-60}" && exec timeout $((${CASE_SECONDS:-60} * 15)) bash "$cases/$name.sh") \
        >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
    echo $? >"$scratch/$name.exit"
    without_paths "$scratch/stdout" >"$scratch/$name.stdout"
    without_paths "$scratch/stderr" >"$scratch/$name.stderr"
}

update_case() {
    local name=$1
    # What a signal ended is no answer.
    [[ $(<"$scratch/$name.exit") -lt 128 ]] || return
    cp "$scratch/$name.stdout" "$cases/$name.stdout"
    if ! matches "$scratch/$name.stderr" "$cases/$name.stderr.glob"; then
        as_pattern "$scratch/$name.stderr" >"$cases/$name.stderr.glob"
    fi
    cp "$scratch/$name.exit" "$cases/$name.exit"
    [[ $(<"$cases/$name.exit") = 0 ]] && rm "$cases/$name.exit"
    for kind in stdout stderr.glob; do
        [[ -s $cases/$name.$kind ]] || rm -f "$cases/$name.$kind"
    done
}

expected() { # FILE: the file, or what stands for one that is not there
    if [[ -e $1 ]]; then echo "$1"; else echo /dev/null; fi
}

check_case() { # NAME: prints what differs
    local name=$1 fine=yes wanted=0 stdout pattern
    stdout=$(expected "$cases/$name.stdout")
    pattern=$(expected "$cases/$name.stderr.glob")
    if ! cmp -s "$stdout" "$scratch/$name.stdout"; then
        fine=no
        diff -u --label "$name.stdout expected" --label "$name.stdout found" \
            "$stdout" "$scratch/$name.stdout" | head -60
    fi
    if ! matches "$scratch/$name.stderr" "$pattern"; then
        fine=no
        diff -u --label "$name.stderr pattern" --label "$name.stderr found" \
            "$pattern" "$scratch/$name.stderr" | head -60
    fi
    [[ -e $cases/$name.exit ]] && wanted=$(<"$cases/$name.exit")
    if [[ $(<"$scratch/$name.exit") != "$wanted" ]]; then
        fine=no
        echo "$name: exit code $wanted expected, $(<"$scratch/$name.exit") found"
    fi
    [[ $fine = yes ]]
}

every=${drawn#*/}
for ((number = ${drawn%/*} % every; number < ${#names[@]}; number += every)); do
    name=${names[number]}
    if [[ ! -e $cases/$name.sh ]]; then
        echo "$name: there is no such case"
        failed=$((failed + 1))
        continue
    fi
    run_case "$name"
    [[ $update = yes ]] && update_case "$name"
    if check_case "$name"; then
        passed=$((passed + 1))
    else
        echo "FAILED: $name"
        failed=$((failed + 1))
    fi
    rm -rf "${scratch:?}/$name"
done

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
