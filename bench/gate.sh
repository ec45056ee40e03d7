#!/usr/bin/env bash
# How often does the gate fail for nothing, and how often does it find what is there?
#
# Records one program again and again: unchanged, and with one method made 1.5 times as expensive
# (about a third of the time is spent in it). Every changed recording is compared with an unchanged
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

fails() { # BASE... -- NEW...: does the gate fail? Its report goes to the log.
    local code=0 arguments=() side=base
    while [ $# -gt 0 ]; do
        if [ "$1" = -- ]; then side=new
        elif [ $side = base ]; then arguments+=(--base "$1")
        else arguments+=("$1"); fi
        shift
    done
    "$tool" gate -q --format csv "${arguments[@]}" >"$out/last" 2>>"$out/log" || code=$?
    cat "$out/last" >>"$out/log"
    [ $code -le 1 ] || { echo "gate.sh: jfrtool gate exits with $code" >&2; exit 2; }
    [ $code -eq 1 ]
}

# LABEL BASES NEWS DEARS, each a list of lists: recordings separated by blanks, groups by semicolons
row() {
    local bases news dears base i alarms=0 found=0 named=0 samples=0
    IFS=';' read -ra bases <<<"$2"
    IFS=';' read -ra news <<<"$3"
    IFS=';' read -ra dears <<<"$4"
    for i in "${!bases[@]}"; do
        read -ra base <<<"${bases[i]}"
        # shellcheck disable=SC2086 # lists of recordings
        if fails "${base[@]}" -- ${news[i]}; then alarms=$((alarms + 1)); fi
        # shellcheck disable=SC2086
        if fails "${base[@]}" -- ${dears[i]}; then found=$((found + 1)); fi
        if grep -q 'orders.Orders.price: ' "$out/last"; then named=$((named + 1)); fi
        samples=$((samples + $("$tool" hot-methods -q --json "${base[@]}" |
            sed -n 's/.*"samples":[^0-9]*\([0-9]*\).*/\1/p')))
    done
    echo "| $1 | ${#bases[@]} | $((samples / ${#bases[@]})) | $alarms | $found | $named |"
}

# KIND SIZE: all recordings of the kind in groups of this size
groups() {
    local i list=''
    for ((i = 1; i + $2 - 1 <= pairs; i += $2)); do
        for ((k = i; k < i + $2; k++)); do list+="$out/$1-$k.jfr "; done
        list+=';'
    done
    echo "$list"
}

# KIND SIZE: the same in folders, which are read as one recording
folders() {
    local i k folder list=''
    for ((i = 1; i + $2 - 1 <= pairs; i += $2)); do
        folder=$out/$1-$i-and-$(($2 - 1))-more
        mkdir -p "$folder"
        for ((k = i; k < i + $2; k++)); do ln -sf "../$1-$k.jfr" "$folder/"; done
        list+="$folder;"
    done
    echo "$list"
}

: >"$out/log"
echo "| a side | comparisons | samples of a side | unchanged, but failed | 1.5 times as expensive, and failed | and the method was named |"
echo "|---|---|---|---|---|---|"
row "one recording of $seconds s" "$(groups base 1)" "$(groups again 1)" "$(groups dear 1)"
row "three, read as one" "$(folders base 3)" "$(folders again 3)" "$(folders dear 3)"
row "five" "$(groups base 5)" "$(groups again 5)" "$(groups dear 5)"
