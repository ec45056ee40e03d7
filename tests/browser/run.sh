#!/usr/bin/env bash
# Pictures and pages. Usage: run.sh [model]
#
#   model    what the page computes, needs only node
#   (all)    that, and the flame graph and the page in a real browser. Needs npm and a Chromium from the
#            distribution, best the one without windows, which takes a third of the time (on Ubuntu it is
#            a snap, which does not run everywhere); the page of a whole recording in Debian's firefox-esr,
#            too, if it is there
#
# Without what is needed it says so and is skipped.
set -uo pipefail
cd "$(dirname "$0")" || exit 2

skip() {
    echo "browser tests are skipped: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

command -v node >/dev/null || skip "no node here"
JFRTOOL=$(realpath "${JFRTOOL:-../../build/jfrtool}")
export JFRTOOL
if [ "${1:-}" = model ]; then
    node page_model.test.mjs
    exit
fi

chromium=${CHROMIUM:-}
for program in chromium-headless-shell chromium chromium-browser google-chrome; do
    [ -n "$chromium" ] || chromium=$(command -v "$program")
done
for needed in npm "${chromium:-chromium}"; do
    command -v "$needed" >/dev/null || skip "no $needed here"
done
if [ ! -d node_modules/playwright-core ] && ! npm ci --ignore-scripts --no-audit --no-fund --silent; then
    skip "npm cannot install playwright-core"
fi
export CHROMIUM=$chromium BUILD=${BUILD:-../../build-asan}

passed=0 failed=0
for program in flame.test.mjs diff.test.mjs page_model.test.mjs page.test.mjs whole.test.mjs million.test.mjs report.test.mjs; do
    # Not by way of tee /dev/stderr: that opens the log anew and writes over what is in it.
    said=$(node $program)
    printf '%s\n' "$said" >&2
    line=${said##*$'\n'}
    if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    else
        echo "$program ended without a sum"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
