#!/usr/bin/env bash
# jfrtool jvms and jfrtool record against real JVMs of each JDK found, by the JVM's own recorder and by
# a stand-in for the agent. Uses JFRTOOL and BUILD (a tree with tests/agent/libfakeagent.so).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/agent/common.sh
. tests/agent/common.sh
with_usual_signals "$PWD/tests/agent/attach.sh" "$@"
home=
signal= # what Busy takes for itself
work=$(mktemp -d)
chmod 755 "$work"
# Copies that another user can run too.
cp "${JFRTOOL:-build/jfrtool}" "$work/jfrtool"
cp "${BUILD:-build-asan}/tests/agent/libfakeagent.so" "$work/"
# The agent itself, if it was built: it lies beside the program, where jfrtool looks for it.
real=$(dirname "${JFRTOOL:-build/jfrtool}")/libjfragent.so
[ -f "$real" ] && cp "$real" "$work/"
jfrtool=$work/jfrtool
agent=$work/libfakeagent.so
pids=()
clean_up() {
    local pid
    for pid in "${pids[@]}"; do kill -9 "$pid"; done 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT

mapfile -t homes < <(jdks javac)
if [ ${#homes[@]} -eq 0 ]; then
    echo "no JDK found: there is nothing to attach to"
    skipped=1
    finish
    exit
fi

# run_jvm OPTIONS...: starts Busy with a name of its own; its process is in $target.
run_jvm() {
    : >"$work/target.out" # here, not by the child: the one before said that it was ready too
    # shellcheck disable=SC2086 # no word, or one
    "$home/bin/java" "$@" -cp "$work/classes" Busy 600 $signal >"$work/target.out" 2>&1 &
    target=$!
    pids+=("$target")
    wait_for_ready
}
wait_for_ready() { until_true grep -q ready "$work/target.out" || exit 2; }
stop_jvm() {
    kill -9 "$target" 2>/dev/null
    wait "$target" 2>/dev/null
}
alive() { kill -0 "$target"; }
# record ARGUMENTS...: its stderr is in $work/said, its exit code is returned.
record() { (cd "$work" && exec "$jfrtool" record --no-progress --timeout "$patience" "$@" 2>"$work/said"); }
# refused TEXT ARGUMENTS...: exits with 2 and says that.
refused() {
    local text=$1 code
    shift
    record "$@"
    code=$?
    [ "$code" -eq 2 ] || { echo "exit code $code"; cat "$work/said"; return 1; }
    has "$work/said" "$text"
}
# recorded ARGUMENTS...: makes $work/rec.jfr, which jfrtool and the JDK read.
recorded() {
    rm -f "$work/rec.jfr"
    record -o "$work/rec.jfr" "$@" || { cat "$work/said"; return 1; }
    readable
}
readable() {
    "$jfrtool" summary --strict --top 0 "$work/rec.jfr" >"$work/summary" 2>&1 || { cat "$work/summary"; return 1; }
    has "$work/summary" jdk.ActiveRecording || return 1
    timeout "$patience" "$(jfr_of "$home")" summary "$work/rec.jfr" >"$work/summary" || { cat "$work/summary"; return 1; }
}
# in_background ARGUMENTS...: $recorder is the process, recording when this returns.
in_background() {
    rm -f "$work/rec.jfr"
    touch "$work/begun"
    "$jfrtool" record --no-progress --timeout "$patience" -o "$work/rec.jfr" "$@" 2>"$work/said" &
    recorder=$!
    pids+=("$recorder")
    until_true grep -q 'recording process' "$work/said" || { cat "$work/said"; return 1; }
}
is_over() { ! kill -0 "$1"; } # a child of ours is gone when the shell has seen its end
ended_well() { # in time: what does not end is killed at the end
    until_true is_over "$recorder" || { cat "$work/said"; return 1; }
    wait "$recorder" || { cat "$work/said"; return 1; }
}
interrupted_by() { # SIGNAL ARGUMENTS...
    local signal=$1
    shift
    in_background "$@" || return 1
    sleep 0.5
    kill -s "$signal" "$recorder"
    ended_well && readable
}
stopped_from_elsewhere() { # ARGUMENTS...
    in_background "$@" || return 1
    sleep 0.5
    "$jfrtool" record --timeout "$patience" "$@" --stop 2>"$work/stop" || { cat "$work/stop"; return 1; }
    ended_well && readable && has "$work/said" 'ended by someone else'
}
twice() { # ARGUMENTS...: refused while running, fine once stopped
    record --detach -o "$work/first.jfr" "$@" || { cat "$work/said"; return 1; }
    refused 'already' -d 1s -o "$work/second.jfr" "$@" || return 1
    record --stop "$@" || { cat "$work/said"; return 1; }
    refused 'no recording of' --stop "$@" && recorded -d 1s "$@"
}
# Something of the recording is there to be read, whatever becomes of its writer: in its own file, in the
# container's, in a chunk of the JVM's own recorder. In our own /tmp there are recordings of others, too.
flushed() {
    local file inner files=("$work/rec.jfr") tmp=/proc/$target/root/tmp
    inner=$(awk '/^NSpid:/ {print $NF}' "/proc/$target/status")
    files+=("$tmp/"*"_$inner/"*.jfr)
    [ "$tmp" -ef /tmp ] || files+=("$tmp/.jfrtool-"*/recording.jfr)
    # The agent's: what the JVM's own recorder has beside it says nothing of it.
    [ ! -s "$work/rec.jfr" ] || files=("$work/rec.jfr")
    for file in "${files[@]}"; do
        if [ -s "$file" ] && [ "$file" -nt "$work/begun" ]; then
            counted "$file" >"$work/counted.jfr"
            "$jfrtool" summary --quiet --top 0 "$work/counted.jfr" | grep -q 'jdk.ActiveRecording ' && return
        fi
    done
    return 1
}
# What the header says of the first chunk's size, which is written after the events: a writer that is killed
# in between has lost what it does not count. JDKs before 14 count nothing until the chunk ends.
counted() {
    local size
    size=$(od -An -j8 -N8 -tu8 --endian=big "$1" | tr -d ' ')
    if [ "${size:-0}" -gt 0 ]; then head -c "$size" "$1"; else cat "$1"; fi
}
target_dies() { # SIGNAL ARGUMENTS...
    local signal=$1
    shift
    in_background -d 600s "$@" && until_true flushed || return 1
    kill -s "$signal" "$target"
    ended_well && readable
}
# No file of the recording is open in the target any more, and there is one.
closed() {
    [ -s "$work/rec.jfr" ] && ! find "/proc/$target/fd" -lname "$work/rec.jfr" | grep -q .
}
# jfrtool is killed: the recording ends.
killed_in_time() { # ARGUMENTS...
    in_background "$@" || return 1
    sleep 0.5
    kill -9 "$recorder"
    wait "$recorder" 2>/dev/null
    until_true closed && ended_by_itself "$@"
}
ended_by_itself() { # nothing to stop any more, and what is there is whole
    if record --stop "$@"; then
        echo "it was still recording"
        return 1
    fi
    has "$work/said" 'no recording of' && readable
}
detached_ends() { # ARGUMENTS...: after its time
    rm -f "$work/rec.jfr"
    record --detach -d 2s -o "$work/rec.jfr" "$@" || { cat "$work/said"; return 1; }
    until_true closed && ended_by_itself "$@"
}
survives_nohup() { # a hangup ends nothing that was started with nohup
    rm -f "$work/rec.jfr"
    (trap '' HUP; exec "$jfrtool" record --no-progress --timeout "$patience" -d 2s -o "$work/rec.jfr" "$@" \
        2>"$work/said") &
    recorder=$!
    pids+=("$recorder")
    until_true grep -q 'recording process' "$work/said" || return 1
    kill -HUP "$recorder"
    # All of the two seconds are there.
    ended_well && readable && ! grep -q 'someone else' "$work/said" &&
        grep -Eq 'wrote .*: ([2-9]|[1-9][0-9]+)\.[0-9]+ s,' "$work/said"
}
lists_it() {
    "$jfrtool" jvms >"$work/jvms" && has "$work/jvms" "$target" && has "$work/jvms" 'Busy 600' &&
        has "$work/jvms" "$version"
}
lists_it_as_json() {
    "$jfrtool" jvms --json Busy | python3 -c '
import json, sys
jvms = {j["pid"]: j for j in json.load(sys.stdin)["jvms"]}
j = jvms[int(sys.argv[1])]
assert j["main_class"] == "Busy" and j["command"] == "Busy 600", j
assert j["jdk"] == sys.argv[2] and 0 < j["uptime_ms"] < 600000 and not j["container"], j
' "$target" "$version"
}
samples_of_busy() { # ARGUMENTS...: the agent's own samples; more time where there is little of a processor
    local seconds
    for seconds in 1 4 16 64; do
        recorded -d "${seconds}s" --no-jfr interval=1ms "$@" || return 1
        "$jfrtool" hot-methods --strict "$work/rec.jfr" >"$work/hot" 2>&1
        grep -q Busy.work "$work/hot" && return
    done
    has "$work/hot" Busy.work
}
shown_at_once() { # ARGUMENTS...: a flame graph in the place of the recording, which is not kept
    local seconds
    mkdir -p "$work/shown"
    for seconds in 1 4 16 64; do
        rm -f "$work/shown/"*
        record -d "${seconds}s" -o "$work/shown/%p.svg" interval=1ms "$@"
        grep -qs Busy.work "$work/shown/$target.svg" && break
    done
    has "$work/shown/$target.svg" Busy.work && has "$work/said" 'the recording is not kept' &&
        [ "$(ls "$work/shown")" = "$target.svg" ] && [ "$(grep -c 'the agent came late' "$work/said")" -le 1 ]
}
two_copies() { # of the agent in turns, as after an update: neither passes the JVM's faults on in a circle
    local folder
    mkdir -p "$work/copy"
    cp "$work/libjfragent.so" "$work/copy/"
    for folder in "$work" "$work/copy" "$work" "$work/copy"; do
        recorded -d 1s --agent "$folder/libjfragent.so" interval=1ms "$1" || return 1
    done
    recorded -d 1s --engine jfr "$1" # comes to safepoints
}
not_a_jvm() {
    sleep 3600 &
    pids+=("$!")
    refused 'is not a Java virtual machine' -d 1s "$!" && kill -0 "$!" && kill "$!"
}
is_listed() { "$jfrtool" jvms Busy | grep -q "^ *$1 .*Busy 60"; }
several() {
    local second
    "$home/bin/java" -cp "$work/classes" Busy 601 >/dev/null &
    second=$!
    pids+=("$second")
    until_true is_listed "$second" || { "$jfrtool" jvms; return 1; }
    refused 'choose one by its process number' -d 1s --engine jfr Busy &&
        has "$work/said" "$second" && has "$work/said" "$target" &&
        recorded -d 1s --engine jfr 'Busy 601'
    local code=$?
    kill -9 "$second"
    return $code
}
suspended() {
    kill -STOP "$target"
    refused 'did not answer within 1.' --timeout 1 -d 1s --engine jfr "$target"
    local code=$?
    kill -CONT "$target"
    return $code
}

# The first attach to a JVM is refused when the agent is in it already: the JVM goes on, through thread
# starts and a collection, and takes a later attach. "$@" loads the agent in vain.
survives_refusal() {
    run_jvm
    "$@" || { stop_jvm; return 1; }
    for _ in 1 2 3; do
        sleep 0.3
        "$home/bin/jcmd" "$target" GC.run >"$work/gc" 2>&1 || break
    done
    alive && samples_of_busy "$target"
    local code=$?
    stop_jvm
    return $code
}
load_without_folder() {
    "$home/bin/jcmd" "$target" JVMTI.agent_load \
        "$work/libjfragent.so" '"file=/no/such/folder/x.jfr"' >"$work/gc" 2>&1
    has "$work/gc" 'return code: 105'
}
load_with_taken_signal() {
    refused 'is used by someone else' -d 1s "$target" signal=VTALRM
}

# A container, as far as attaching goes: another pid namespace, another /tmp, which outlives it. It is
# $outer here; the JVM in it is $target.
run_container() {
    rm -rf "$work/inner"
    mkdir -p "$work/inner"
    cp -r "$work/classes" "$work/inner/"
    : >"$work/target.out"
    # shellcheck disable=SC2016
    unshare -m -p -f --mount-proc sh -c 'mount --bind "$1" /tmp && exec "$2" -cp /tmp/classes Busy 122' \
        sh "$work/inner" "$home/bin/java" >"$work/target.out" 2>&1 &
    outer=$!
    pids+=("$outer")
    wait_for_ready
    target=$(pgrep -P "$outer")
}
stop_container() {
    kill -9 "$target" "$outer" 2>/dev/null # the one does not take the other along
    wait "$outer" 2>/dev/null
}
nothing_left() { # PATTERN...: no such file in the container's /tmp
    local pattern found=
    for pattern in "$@"; do
        found+=$(find "$work/inner" -name "$pattern" -printf '%P\n')
    done
    [ -z "$found" ] || { printf 'left in /tmp: %s\n' "$found"; return 1; }
}

# Root attaches to a process of another user that only looks like a JVM, in namespaces that this user
# made without any right: what it leaves in its /tmp must lead nowhere.
hostile() { # MODE [PATH]
    rm -rf "$work/hostile"
    mkdir -p "$work/hostile/tmp"
    cp "$work/java" "$work/hostile/tmp/"
    chown -R 65534:65534 "$work/hostile"
    : >"$work/target.out"
    # shellcheck disable=SC2016
    setpriv --reuid=65534 --regid=65534 --clear-groups unshare -Urm sh -c \
        'mount --bind "$1" /tmp && shift && exec "$@"' sh "$work/hostile/tmp" /tmp/java "$@" \
        >"$work/target.out" 2>&1 &
    target=$!
    pids+=("$target")
    wait_for_ready
}
# A link in the recording's place does not bring root's files into the output.
steals_nothing() {
    echo "root's secret" >"$work/secret"
    chmod 600 "$work/secret"
    hostile link "$work/secret"
    rm -f "$work/rec.jfr"
    timeout "$patience" "$jfrtool" record --no-progress -d 5s -o "$work/rec.jfr" "${fake[@]}" "$target" \
        2>"$work/said"
    stop_jvm
    ! grep -qs secret "$work/rec.jfr"
}
# ended_in_time SENTENCE MODE: one that does not come to an end is left alone.
ended_in_time() {
    hostile "$2"
    timeout "$patience" "$jfrtool" record --no-progress -d 1s --timeout 3 -o "$work/rec.jfr" "${fake[@]}" "$target" \
        2>"$work/said"
    local code=$?
    stop_jvm
    [ "$code" -eq 2 ] || { echo "exit code $code"; cat "$work/said"; return 1; }
    has "$work/said" "$1"
}
# One that forgets the signal, as a JVM may that is just starting, is sent it again.
is_woken_again() {
    hostile deaf
    timeout "$patience" "$jfrtool" record --no-progress -d 1s --timeout 16 -o "$work/rec.jfr" "${fake[@]}" "$target" \
        2>"$work/said"
    stop_jvm
    ! grep 'did not answer' "$work/said"
}
goes_on_after() { # MODE: its answer is of no use, but it has one
    hostile "$1"
    timeout "$patience" "$jfrtool" record --no-progress -d 1s --timeout 3 -o "$work/rec.jfr" "${fake[@]}" "$target" \
        2>"$work/said"
    local code=$?
    stop_jvm
    [ "$code" -ne 124 ]
}
# Killed before it could say where its own recorder keeps what it wrote.
dies_untold() {
    : >"$work/target.out"
    rm -f "$work/rec.jfr"
    "$work/java" dies "$TESTDATA/shares-17.jfr" >"$work/target.out" 2>&1 &
    target=$!
    pids+=("$target")
    wait_for_ready
    timeout "$patience" "$jfrtool" record --no-progress --engine jfr -d 5s -o "$work/rec.jfr" "$target" 2>"$work/said"
    stop_jvm
    rm -rf "/tmp/2026_01_02_03_04_05_$target"
    readable
}
# A link that another user made in the place of the output is not followed.
overwrites_nothing() {
    echo "root's own" >"$work/own"
    mkdir -p "$work/theirs"
    chown 65534:65534 "$work/theirs"
    setpriv --reuid=65534 --regid=65534 --clear-groups ln -sfn "$work/own" "$work/theirs/rec.jfr"
    hostile loop
    timeout "$patience" "$jfrtool" record --no-progress -d 1s -o "$work/theirs/rec.jfr" "${fake[@]}" "$target" \
        2>"$work/said"
    local code=$?
    stop_jvm
    [ "$code" -eq 2 ] && has "$work/own" "root's own" && has "$work/said" 'another user'
}

check "no such process" refused 'there is no process 99999999' -d 1s 99999999
check "no such main class" refused 'has "no.such.Main" in its main class' -d 1s no.such.Main
check "not a JVM, and it goes on" not_a_jvm
check "two JVMs" refused 'record expects one JVM' 1 2
check "no JVM" refused 'record needs a JVM'
check "no such engine" refused 'did you mean jfr?' --engine jfrr 1
check "wrong duration" refused '--duration expects a duration: 30s' -d soon 1

cp "${BUILD:-build-asan}/tests/agent/hostile/java" "$work/"
check "killed before it said where its own recorder writes" dies_untold
fake=(--agent "$agent" --no-jfr)
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null &&
    setpriv --reuid=65534 --regid=65534 --clear-groups unshare -Urm true 2>/dev/null; then
    check "hostile: a link in the recording's place" steals_nothing
    check "hostile: a link in the output's place" overwrites_nothing
    check "hostile: an answer without end" ended_in_time 'answers without end' endless
    check "hostile: an answer that drips" ended_in_time 'did not answer within 3' slow
    check "hostile: a pipe in the answer's place" goes_on_after fifo
    check "hostile: chunks that lead back" goes_on_after loop
    check "hostile: two signals forgotten" is_woken_again
else
    skipped=$((skipped + 7))
fi

for home in "${homes[@]}"; do
    name="JDK $(major "$home")"
    version=$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$home/release")
    "$home/bin/javac" -XDignore.symbol.file -d "$work/classes" tests/agent/Busy.java || exit 2
    fake=(--agent "$agent" --no-jfr)

    run_jvm
    check "$name: jvms" lists_it
    check "$name: jvms --json" lists_it_as_json
    check "$name: suspended" suspended
    check "$name: own recorder" recorded -d 1s --engine jfr "$target"
    check "$name: own recorder, by main class" recorded -d 1s --engine jfr "Busy 600"
    check "$name: own recorder, twice" twice --engine jfr "$target"
    check "$name: own recorder, Ctrl-C" interrupted_by TERM --engine jfr "$target"
    check "$name: own recorder, --stop" stopped_from_elsewhere --engine jfr "$target"
    check "$name: own recorder, detached for a time" detached_ends --engine jfr "$target"
    check "$name: own recorder, wrong option" refused 'nosuch' --engine jfr settings=nosuch -d 1s "$target"
    check "$name: several JVMs are listed" several
    check "$name: agent" recorded "${fake[@]}" -d 1s "$target"
    check "$name: agent, twice" twice "${fake[@]}" "$target"
    check "$name: agent, Ctrl-C" interrupted_by TERM "${fake[@]}" "$target"
    check "$name: agent, --stop" stopped_from_elsewhere "${fake[@]}" "$target"
    check "$name: agent, wrong option" refused 'there is no option "intervall=5"' "${fake[@]}" \
        -d 1s "$target" intervall=5
    check "$name: agent refuses for another reason" refused 'has a handler for its signal' \
        "${fake[@]}" -d 1s "$target" refuse=106
    check "$name: no folder" refused 'cannot write to /no/such' "${fake[@]}" -o /no/such/x.jfr "$target"
    check "$name: no agent there" refused 'cannot read /no/agent.so' --agent /no/agent.so "$target"
    check "$name: not a library" refused 'could not load the agent' --agent "$work/said" "$target"
    if [ -f "$work/libjfragent.so" ]; then
        check "$name: real agent, found beside the program" samples_of_busy "$target"
        check "$name: real agent, again" samples_of_busy "$target"
        check "$name: real agent, as a picture" shown_at_once "$target"
        check "$name: real agent, two copies of it" two_copies "$target"
        check "$name: real agent, twice" twice "$target"
        check "$name: real agent, --stop" stopped_from_elsewhere "$target"
        check "$name: real agent, jfrtool killed" killed_in_time "$target"
        check "$name: real agent, jfrtool with a duration killed" killed_in_time -d 60s "$target"
        check "$name: real agent, hangup" interrupted_by HUP "$target"
        check "$name: real agent, nohup" survives_nohup "$target"
        check "$name: real agent, detached for a time" detached_ends "$target"
        check "$name: real agent, wrong option" refused 'did you mean interval?' -d 1s "$target" \
            intervall=5ms
    else
        skipped=$((skipped + 10))
    fi
    if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
        as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
        jfrtool_root=$jfrtool
        printf '#!/bin/sh\nexec %s %s "$@"\n' "${as_nobody[*]}" "$jfrtool" >"$work/as_nobody"
        chmod +x "$work/as_nobody"
        jfrtool=$work/as_nobody
        check "$name: another user's" refused 'belongs to root: run this as root, with sudo' -d 1s "$target"
        jfrtool=$jfrtool_root
    else
        skipped=$((skipped + 1))
    fi
    check "$name: goes on untouched" alive
    check "$name: agent, killed" target_dies KILL "${fake[@]}" "$target"
    stop_jvm
    if [ -f "$work/libjfragent.so" ]; then
        check "$name: real agent, first attach without a file" survives_refusal load_without_folder
        signal=VTALRM
        check "$name: real agent, first attach with a signal in use" \
            survives_refusal load_with_taken_signal
        signal=
    else
        skipped=$((skipped + 2))
    fi
    run_jvm
    check "$name: own recorder, killed" target_dies KILL --engine jfr "$target"
    stop_jvm
    run_jvm
    check "$name: own recorder, ends in order" target_dies TERM --engine jfr "$target"
    stop_jvm

    run_jvm -XX:+DisableAttachMechanism
    check "$name: attach disabled" refused '+DisableAttachMechanism' -d 1s "$target" --engine jfr
    check "$name: attach disabled, and it goes on" alive
    stop_jvm
    run_jvm -XX:-EnableDynamicAgentLoading
    check "$name: agents disabled" refused '+EnableDynamicAgentLoading' "${fake[@]}" -d 1s "$target"
    stop_jvm
    run_jvm -Xrs
    # It has no handler for SIGQUIT, which would kill it, but listens from the start.
    check "$name: -Xrs" recorded --engine jfr -d 1s "$target"
    check "$name: -Xrs, and it goes on" alive
    stop_jvm
    run_jvm -XX:-UsePerfData
    check "$name: without perf data" lists_it
    stop_jvm

    if [ "$(id -u)" -eq 0 ] && unshare -m -p -f true 2>/dev/null; then
        run_container
        check "$name: container, own recorder" recorded -d 1s --engine jfr "$target"
        check "$name: container, agent" recorded "${fake[@]}" -d 1s "$target"
        check "$name: container, agent again" recorded "${fake[@]}" -d 1s "Busy 122"
        if [ -f "$work/libjfragent.so" ]; then
            check "$name: container, real agent" samples_of_busy "Busy 122"
            check "$name: container, real agent again" samples_of_busy "$target"
        fi
        check "$name: container, nothing is left there" nothing_left '.jfrtool*' '.libjfr*' '*.jfr'
        check "$name: container, killed" target_dies KILL "${fake[@]}" "$target"
        stop_container
        check "$name: container, killed, and nothing of ours is left there" nothing_left '.jfrtool*'
        run_container
        check "$name: container, own recorder, killed" target_dies KILL --engine jfr "$target"
        stop_container
        check "$name: container, own recorder, killed, and nothing of ours is left there" \
            nothing_left '.jfrtool*'
    else
        skipped=$((skipped + 7))
    fi
done
finish
