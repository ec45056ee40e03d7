#!/usr/bin/env bash
# The program as WebAssembly against this machine's: in node, and in a tab of Chromium from file://, and of Firefox
# if it is there.
#
#   web.sh          what is in dist/, over some recordings; where nothing is, that is said and skipped
#   web.sh full     over all recordings at hand; what is not there is an error
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
JFRTOOL=$(realpath "${JFRTOOL:-build/jfrtool}")
export JFRTOOL
skip() {
    echo "in a browser: $1"
    [ "${full:-}" = 1 ] || { echo "0 passed, 0 failed, 1 skipped" && exit 0; }
    exit 1
}
[ "${1:-}" != full ] || full=1
[ -e dist/web/jfrtool.js ] || skip "nothing is built; make web does"
[ "${full:-}" = 1 ] || [ ! "$JFRTOOL" -nt dist/web/jfrtool.js ] || skip "what is built is older than the program; make web"
command -v node >/dev/null || skip "no node here"
chromium=${CHROMIUM:-}
for program in chromium-headless-shell chromium chromium-browser google-chrome; do
    [ -n "$chromium" ] || chromium=$(command -v "$program")
done
[ -n "$chromium" ] || skip "no chromium here"
if [ ! -d tests/browser/node_modules/playwright-core ]; then
    npm --prefix tests/browser ci --ignore-scripts --no-audit --no-fund --silent || skip "npm cannot install playwright-core"
fi
some=(--every 12)
recordings=(testdata/shares-17.jfr testdata/chunks-17.jfr testdata/lambdas-25.jfr.gz testdata/shop-17.jfr.zst)
if [ "${full:-}" = 1 ]; then
    some=(--corpus)
    mapfile -t recordings < <(find testdata "${CORPUS:-../shared/corpus}/recordings" -type f -name '*.jfr*' 2>/dev/null | sort)
fi
fits() { # fits PAGE BYTES
    local size
    size=$(stat -c %s "$1")
    if [ "$size" -le "$2" ]; then echo "$1, $size bytes: 1 passed, 0 failed"; else echo "$1 has $size bytes: 0 passed, 1 failed"; fi
}
said=$(
    fits dist/jfrtool.html 2500000
    # make check-web made it.
    without=$(dirname "$JFRTOOL")/without-sql/jfrtool.html
    [ ! -e "$without" ] || fits "$without" 1500000
    python3 tests/elsewhere/same.py "${some[@]}" node node dist/web/jfrtool.js
    python3 tests/elsewhere/same.py "${some[@]}" --commands written node node dist/web/jfrtool.js
    CHROMIUM=$chromium node tests/elsewhere/tab.test.mjs dist/jfrtool.html "${recordings[@]}"
    firefox=${FIREFOX:-$(command -v firefox-esr)}
    [ -z "$firefox" ] || node tests/elsewhere/firefox.test.mjs dist/jfrtool.html "$firefox" "${recordings[@]:0:9}"
)
printf '%s\n' "$said"
sed -nE 's/^(.*: )?([0-9]+) passed, ([0-9]+) failed$/\2 \3/p' <<<"$said" | awk '{ p += $1; f += $2; n++ }
    END { f += n < 4; print p " passed, " f " failed"; exit f > 0 }'
