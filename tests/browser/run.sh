#!/usr/bin/env bash
# The flame graph in a real browser. Needs node, npm and a Chromium from the distribution (on Ubuntu
# it is a snap, which does not run everywhere): without them it says so and is skipped.
set -uo pipefail
cd "$(dirname "$0")" || exit 2

chromium=${CHROMIUM:-}
for program in chromium chromium-browser google-chrome; do
    [ -n "$chromium" ] || chromium=$(command -v "$program")
done
for needed in node npm "${chromium:-chromium}"; do
    if ! command -v "$needed" >/dev/null; then
        echo "browser tests are skipped: no $needed here"
        echo "0 passed, 0 failed, 1 skipped"
        exit 0
    fi
done
if [ ! -d node_modules/playwright-core ] && ! npm install --no-audit --no-fund --silent; then
    echo "browser tests are skipped: npm cannot install playwright-core"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
CHROMIUM=$chromium BUILD=${BUILD:-../../build-asan} node flame.test.mjs
