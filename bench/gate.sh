#!/usr/bin/env bash
# How often does the gate fail for nothing, and how often does it find what is there?
#
# Records one program again and again: unchanged, and with one method made 1.5 times as expensive
# (about a quarter of the time is spent in it). Every changed recording is compared with an unchanged
# one, and unchanged ones with each other, with the rules that hold when none are given.
#
# usage: bench/gate.sh [DIRECTORY]     recordings that exist are kept; build/bench/gate unless given
#        GATE_PAIRS=20 GATE_SECONDS=30 GATE_JOBS=2 (JVMs at a time) GATE_JDK=FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-build/bench/gate}
pairs=${GATE_PAIRS:-20} seconds=${GATE_SECONDS:-30} jobs=${GATE_JOBS:-$(nproc)}
jdk=${GATE_JDK:-${JAVA_HOME:-}}
tool=${JFRTOOL:-build/jfrtool}
for home in /usr/lib/jvm/*; do
    [ -n "$jdk" ] || { [ -x "$home/bin/javac" ] && [ -x "$home/bin/jfr" ] && jdk=$home; }
done
[ -n "$jdk" ] || { echo "gate.sh: no JDK in JAVA_HOME or /usr/lib/jvm" >&2; exit 2; }
mkdir -p "$out/classes"
"$jdk/bin/javac" -d "$out/classes" bench/workloads/Orders.java

# NAME PRICE SEED: one recording, by the JVM's own recorder, a sample each 20 ms
record() {
    [ -s "$out/$1.jfr" ] && return
    # The program's methods are not inlined: what is inlined loses samples to whoever inlined it, and
    # how much is inlined differs from run to run.
    "$jdk/bin/java" -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints -Xmx256m -XX:+UseSerialGC \
        -XX:CompileCommand=quiet '-XX:CompileCommand=dontinline,orders.Orders::*' -Dprice="$2" \
        -XX:StartFlightRecording:filename="$out/$1.part,settings=default" \
        -cp "$out/classes" orders.Orders "$seconds" "$3" >/dev/null
    mv "$out/$1.part" "$out/$1.jfr"
}

for ((i = 1; i <= pairs; i++)); do
    for kind in base again dear; do
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
        price=1
        [ $kind = dear ] && price=1.5
        record $kind-$i $price $i &
    done
done
wait

fails() { # BASE NEW: does the gate fail? Its report goes to the log.
    local code=0
    "$tool" gate -q "$1" "$2" >>"$out/log" 2>&1 || code=$?
    [ $code -le 1 ] || { echo "gate.sh: jfrtool gate exits with $code" >&2; exit 2; }
    [ $code -eq 1 ]
}

: >"$out/log"
false_alarms=0 found=0 named=0 samples=0
for ((i = 1; i <= pairs; i++)); do
    if fails "$out/base-$i.jfr" "$out/again-$i.jfr"; then false_alarms=$((false_alarms + 1)); fi
    if fails "$out/base-$i.jfr" "$out/dear-$i.jfr"; then found=$((found + 1)); fi
    if "$tool" gate -q --format csv "$out/base-$i.jfr" "$out/dear-$i.jfr" | grep -q 'orders.Orders.price: '; then
        named=$((named + 1))
    fi
    samples=$((samples + $("$tool" hot-methods -q --json "$out/base-$i.jfr" | sed -n 's/.*"samples":[^0-9]*\([0-9]*\).*/\1/p')))
done
echo "| pairs | recording | samples of one | unchanged, but failed | 1.5 times as expensive, and failed | and the method was named |"
echo "|---|---|---|---|---|---|"
echo "| $pairs | $seconds s, $jobs at a time | $((samples / pairs)) | $false_alarms | $found | $named |"
