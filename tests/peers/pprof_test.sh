#!/usr/bin/env bash
# The program pprof, fetched by pprof.sh, reads a profile of which each byte is written here by hand:
# what other tests hold against it rests on that.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/agent/common.sh
. tests/agent/common.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

said=$(tests/peers/fetch.sh pprof 2>&1 >/dev/null)
code=$?
if [ "$code" -eq 1 ]; then
    printf 'FAIL pprof is what it should be: %s\n' "$said"
    exit 1
elif [ "$code" -ne 0 ]; then
    printf 'skipped: pprof: %s\n' "${said//$'\n'/ }"
    skipped=1
    finish
    exit
fi

# Two stacks of the functions main, slow and fast: main;slow 3 samples, main;fast 1, of 10 ms each.
# Protocol buffers: field << 3 | type (0 a number, 2 bytes with their length before them).
python3 - "$scratch" <<'EOF'
import gzip, sys

def number(field, value):
    out = bytes([field << 3])
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])

def text(field, value):
    return bytes([field << 3 | 2, len(value)]) + value

strings = [b"", b"samples", b"count", b"cpu", b"nanoseconds", b"main", b"slow", b"fast"]
profile = text(1, number(1, 1) + number(2, 2)) + text(1, number(1, 3) + number(2, 4))
profile += text(2, number(1, 2) + number(1, 1) + number(2, 3) + number(2, 30_000_000))
profile += text(2, number(1, 3) + number(1, 1) + number(2, 1) + number(2, 10_000_000))
for i in (1, 2, 3):
    profile += text(4, number(1, i) + text(4, number(1, i) + number(2, 10 + i)))
    profile += text(5, number(1, i) + number(2, 4 + i))
profile += b"".join(text(6, s) for s in strings)
with gzip.open(sys.argv[1] + "/hand.pb.gz", "wb") as out:
    out.write(profile)
with open(sys.argv[1] + "/broken.pb", "wb") as out:
    out.write(profile[:20])
EOF

tests/peers/pprof.sh -top -sample_index=samples "$scratch/hand.pb.gz" >"$scratch/samples" 2>&1
tests/peers/pprof.sh -top -cum -sample_index=cpu "$scratch/hand.pb.gz" >"$scratch/cpu" 2>&1
tests/peers/pprof.sh -raw "$scratch/hand.pb.gz" >"$scratch/raw" 2>&1
# Columns are aligned with blanks.
sed -i 's/  */ /g; s/^ //' "$scratch/samples" "$scratch/cpu"
check "self of slow" has "$scratch/samples" "3 75.00% 75.00% 3 75.00% slow"
check "self of fast" has "$scratch/samples" "1 25.00% 100% 1 25.00% fast"
check "total of main in time" has "$scratch/cpu" "0 0% 0% 40ms 100% main"
check "stacks, leaf first" has "$scratch/raw" "3   30000000: 2 1"
refuses() { ! tests/peers/pprof.sh -top "$scratch/broken.pb"; }
check "what is no profile is refused" refuses
finish
