# Shared by the shell tests of the agent: counting, and the JDKs of this machine. Sourced.
# shellcheck shell=bash

passed=0 failed=0 skipped=0

# s; no machine is so slow: only what hangs is waited for so long.
patience=300

# with_usual_signals "$0" "$@": begins anew where signals are ignored, as under nohup; no shell can take
# that back, and what is started here would inherit it.
with_usual_signals() {
    if [ -z "${USUAL_SIGNALS:-}" ] && env --default-signal true 2>/dev/null; then
        USUAL_SIGNALS=1 exec env --default-signal bash "$@"
    fi
}

# until_true COMMAND...: until it succeeds; what never does ends with a sentence.
until_true() {
    local end=$((SECONDS + patience))
    until "$@" >/dev/null 2>&1; do
        if [ "$SECONDS" -ge "$end" ]; then
            echo "after $patience s not yet: $*"
            return 1
        fi
        sleep 0.05
    done
}

# check NAME COMMAND...: passed if the command succeeds; its output is shown if it does not.
check() {
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n%s\n' "$name" "$said" | head -n 30
    fi
}

# has FILE TEXT: the file has that text in it.
has() {
    grep -qF -- "$2" "$1" || { printf 'not in %s: %s\n' "$1" "$2"; head -n 20 "$1"; return 1; }
}

# Prints the home of each JDK, once: JAVA_HOME and what is under /usr/lib/jvm, or of AGENT_JVMS, homes separated by colons.
jdks() {
    local place places=("${JAVA_HOME:-}" /usr/lib/jvm/*)
    [ -z "${AGENT_JVMS:-}" ] || IFS=: read -ra places <<<"$AGENT_JVMS"
    for place in "${places[@]}"; do
        [ -n "$place" ] && [ -x "$place/bin/$1" ] && (cd "$place" && pwd -P)
    done | sort -u
}

# The command jfr of the JDK at that home: the quick one of second_source/jdks.sh, if JDKS names its folder.
jfr_of() {
    local quick=${JDKS:-}/${1##*/}/bin/jfr
    if [ -n "${JDKS:-}" ] && [ -x "$quick" ]; then echo "$quick"; else echo "$1/bin/jfr"; fi
}

# The major version of the JDK at that home.
major() {
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

finish() {
    printf '%d passed, %d failed' "$passed" "$failed"
    [ "$skipped" -gt 0 ] && printf ', %d skipped' "$skipped"
    printf '\n'
    [ "$failed" -eq 0 ]
}
