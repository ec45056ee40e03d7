#!/usr/bin/env bash
# The program for Windows under wine against this machine's: all that it writes, and what Windows has otherwise:
# drives, backslashes, wildcards, pipes, files that are replaced, names beyond ASCII.
#
#   windows.sh          what is in dist/, over some recordings; where nothing is, that is said and skipped
#   windows.sh full     all commands over all recordings at hand; what is not there is an error
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
JFRTOOL=$(realpath "${JFRTOOL:-build/jfrtool}")
export JFRTOOL
skip() {
    echo "on Windows: $1"
    [ "${full:-}" = 1 ] || { echo "0 passed, 0 failed, 1 skipped" && exit 0; }
    exit 1
}
[ "${1:-}" != full ] || full=1
program=$(find dist -path '*windows-x86_64/jfrtool.exe' 2>/dev/null | head -n 1)
[ -n "$program" ] || skip "nothing is built; make windows does"
[ "${full:-}" = 1 ] || [ ! "$JFRTOOL" -nt "$(dirname "$program").zip" ] || skip "what is built is older than the program; make windows"
program=$(realpath "$program")
PATH=$PATH:/usr/lib/wine # where Debian's wine64 is, if its package wine is not there
wine=$(command -v wine64 || command -v wine) || skip "no wine here"
work=$(mktemp -d)
export WINEPREFIX=${WINEPREFIX:-$work/wine} WINEDEBUG=-all LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1
"$wine" wineboot -i >/dev/null 2>&1
# One who waits to be asked: else wine's own programs would end and begin between any two of ours.
mkfifo "$work/stay"
"$wine" "$program" mcp testdata/shares-17.jfr <"$work/stay" >/dev/null 2>&1 &
exec 8>"$work/stay"
# What wine still writes while it ends is waited for.
trap 'exec 8>&-; "$wine" wineboot -k >/dev/null 2>&1; wineserver -w 2>/dev/null; rm -rf "$work"' EXIT
passed=0 failed=0
check() { # check SENTENCE COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $what"; fi
}
exe() { "$wine" "$program" "$@"; }
same() { # same FILE FILE
    [ -s "$1" ] && cmp "$1" "$2"
}

cp testdata/shares-17.jfr "$work/rec.jfr"
cp testdata/shop-17.jfr.zst testdata/lambdas-25.jfr.gz "$work/"
mkdir -p "$work/übung" && cp testdata/shares-17.jfr "$work/übung/aufnähme.jfr"
(cd "$work" && zip -q ci.zip rec.jfr)
cd "$work" || exit 2
"$JFRTOOL" hot-methods --format csv rec.jfr >expected
exe hot-methods --format csv "Z:${work//\//\\}\\rec.jfr" >got
check "a path with a drive and backslashes is read" same expected got
exe hot-methods --format csv 'übung\aufnähme.jfr' >got
check "names beyond ASCII are read" same expected got
exe hot-methods --format csv - <rec.jfr >got
check "standard input is bytes" same expected got
exe hot-methods --format csv rec.jfr | cat >got
check "a pipe gets no CR" same expected got
"$JFRTOOL" hot-methods ci.zip >expected
exe hot-methods ci.zip >got
check "a zip is read" same expected got
"$JFRTOOL" hot-methods --from 00:00 --to '2040-01-01 00:00:00' shop-17.jfr.zst >expected 2>&1
exe hot-methods --from 00:00 --to '2040-01-01 00:00:00' shop-17.jfr.zst >got 2>&1
check "dates are understood" same expected got
"$JFRTOOL" hot-methods lambdas-25.jfr.gz shop-17.jfr.zst >expected 2>/dev/null
exe hot-methods '?*.jfr.*z*' >got 2>/dev/null
check "wildcards are expanded" same expected got
echo before >page.html
"$JFRTOOL" page rec.jfr -q -o expected.html
exe page rec.jfr -q -o page.html
check "a page replaces the file of that name" same expected.html page.html
exe page rec.jfr -q -o 'übung\séite.html'
# Somebody has it open, who shares it: 1 to be read, 2 to be written, 4 to be renamed.
cat >hold.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
int main(int argc, char **argv) {
    if (CreateFileA(argv[1], GENERIC_READ, atoi(argv[2]), NULL, OPEN_EXISTING, 0, NULL) == INVALID_HANDLE_VALUE) return 1;
    puts("held");
    fflush(stdout);
    while (getchar() != EOF) continue;
    return 0;
}
END
compiler=$(command -v x86_64-w64-mingw32-gcc-posix || command -v x86_64-w64-mingw32-gcc) && "$compiler" -O1 -static hold.c -o hold.exe ||
    echo "no compiler for Windows"
mkfifo waiting
held() { # held SHARED: held.html is written over while it is open; leaves what was said in said
    local holder
    echo before >held.html
    : >says
    "$wine" hold.exe held.html "$1" <waiting >says 2>&1 &
    holder=$!
    exec 7>waiting
    while [ ! -s says ] && kill -0 "$holder" 2>/dev/null; do sleep 0.1; done
    exe page rec.jfr -q -o held.html >/dev/null 2>said
    exec 7>&-
    wait "$holder"
}
for shared in 3 5; do
    held "$shared"
    check "a file that is open, shared as $shared, is replaced" same expected.html held.html
done
held 1
check "a file that somebody keeps for himself stays, which is said" grep -q 'cannot write held.html' said
check "and is what it was" grep -qx before held.html
check "nothing is left beside" test -z "$(find . -name 'held.html?*')"
long=long
for ((i = 0; i < 6; i++)); do long=$long/$(printf 'folder%.0s' {1..10}); done
mkdir -p "$long" && cp rec.jfr "$long/"
"$JFRTOOL" hot-methods --format csv rec.jfr >expected
for path in "$long" "$long/rec.jfr" "Z:${work//\//\\}\\${long//\//\\}\\rec.jfr"; do
    exe hot-methods --format csv "$path" >got
    check "a path of ${#path} characters is read" same expected got
done
exe page rec.jfr -q -o "$long/page.html"
exe page rec.jfr -q -o "$long/page.html"
check "and written, where a file is" same expected.html "$long/page.html"
exe report "$long" -q -o "$long/report" 2>/dev/null
check "and made" test -s "$long/report/index.html"
rm -rf long hold.*
# wine draws a console with codes of its own, character by character; of ours it shows all but the escape itself.
python3 - "$wine" "$program" <<'END' >got
import os, pty, re, sys
os.environ.pop("NO_COLOR")
os.environ["TERM"] = "xterm"
said = []
def read(fd):
    said.append(os.read(fd, 1 << 16))
    return said[-1]
code = pty.spawn([*sys.argv[1:], "übung/aufnähme.jfr"], read, lambda fd: b"")
text = re.sub(rb"\x1b\[(\?25[hl]|[0-9;]*[HJ])", b"", b"".join(said)).replace(b"\x1b[K\x1b[1C", b" ")
print("\n", code, "aufnähme.jfr".encode() in text, b"[1m" in text)
END
check "a console has names beyond ASCII and colours" grep -aqx ' 0 True True' got
check "a file is written where backslashes say" same expected.html übung/séite.html
"$JFRTOOL" scrub --secrets rec.jfr -o expected.jfr 2>/dev/null
exe scrub --secrets rec.jfr -o got.jfr 2>/dev/null
check "a recording that is written is the same" same expected.jfr got.jfr
exe scrub --secrets rec.jfr -o rec.jfr >/dev/null 2>said
check "what is read is not written over" grep -q 'is what is read' said
"$JFRTOOL" report . -q -o expected.report 2>/dev/null
exe report . -q -o got.report 2>/dev/null
check "a report has the same files" test "$(ls expected.report)" = "$(ls got.report)"
"$JFRTOOL" sql rec.jfr 'SELECT count(*) FROM ExecutionSample' >expected
exe sql rec.jfr 'SELECT count(*) FROM ExecutionSample' >got
check "SQL is inside" same expected got
"$JFRTOOL" diff --json rec.jfr lambdas-25.jfr.gz >expected
exe diff --json rec.jfr lambdas-25.jfr.gz >got
check "two recordings are compared" same expected got
"$JFRTOOL" events GarbageCollection --where 'name ~ "G1"' --as jfr lambdas-25.jfr.gz >expected 2>&1
exe events GarbageCollection --where 'name ~ "G1"' --as jfr lambdas-25.jfr.gz >got 2>&1
check "conditions are understood" same expected got
"$JFRTOOL" history rec.jfr übung >expected 2>&1
exe history rec.jfr übung >got 2>&1
check "commands that run others do" same expected got
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' \
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"gc","arguments":{}}}' >asked
"$JFRTOOL" mcp rec.jfr <asked >expected 2>/dev/null
exe mcp rec.jfr <asked >got 2>/dev/null
check "mcp answers the same" same expected got
exe record 1 2>said
check "what Windows has not is a sentence" grep -q 'not on this system' said
exe tui rec.jfr 2>said
check "so is what has no terminal" grep -q 'not on this system' said
check "the program has at most 4 MB" test "$(stat -c %s "$program")" -le 4000000
cd - >/dev/null || exit 2

some=(--every 12)
[ "${full:-}" != 1 ] || some=(--corpus --commands all)
said=$(python3 tests/elsewhere/same.py "${some[@]}" wine "$wine" "$program")
printf '%s\n' "$said"
read -r p f < <(sed -nE 's/^wine: ([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' <<<"$said")
passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1}))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
