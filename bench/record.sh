#!/usr/bin/env bash
# Makes the recordings that the benchmarks read: events.jfr, stacks.jfr, large.jfr and service.jfr.
# Those that exist already are kept. See README.md.
#
# usage: [BENCH_JDK=FOLDER] record.sh [DIRECTORY]
#        DIRECTORY: build/bench in the project unless given
#        BENCH_JDK: the newest JDK in $JAVA_HOME and /usr/lib/jvm unless given
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here/../build/bench}

major() { # of the JDK in folder $1, 0 if it is not one
    if [[ -x $1/bin/javac && -x $1/bin/jfr && -f $1/release ]]; then
        sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
    else
        echo 0
    fi
}

find_jdk() { # the newest of 17 or later
    local best='' best_major=16 folder found candidates=(${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*)
    if [[ -n ${BENCH_JDK:-} ]]; then
        candidates=("$BENCH_JDK")
    fi
    for folder in "${candidates[@]}"; do
        found=$(major "$folder")
        if ((found > best_major)); then
            best=$folder
            best_major=$found
        fi
    done
    if [[ -z $best ]]; then
        echo "record.sh: no JDK 17 or later in ${candidates[*]}" >&2
        return 1
    fi
    echo "$best"
}

record() { # NAME MAXCHUNKSIZE SETTINGS CLASS ARGUMENT...
    local file=$out/$1.jfr chunk=$2 settings=$3 class=$4
    shift 4
    if [[ -s $file ]]; then
        echo "$file exists, kept"
        return
    fi
    echo "making $file ..."
    local before=$SECONDS
    # memorysize: so much may wait to be written before events are lost
    "$jdk/bin/java" -Xmx512m -Xlog:jfr*=warning -Xlog:jfr+startup=error \
        "-XX:FlightRecorderOptions:memorysize=64m,maxchunksize=$chunk,repository=$work" \
        "-XX:StartFlightRecording:filename=$work/new.jfr,settings=$settings,maxsize=0" \
        -cp "$work/classes" "$class" "$@"
    mv "$work/new.jfr" "$file"
    echo "made $file: $(stat -c %s "$file") bytes in $((SECONDS - before)) s"
}

jdk=$(find_jdk)
echo "JDK: $jdk ($(major "$jdk"))"
mkdir -p "$out"
work=$(mktemp -d "$out/work.XXXXXX")
trap 'rm -rf "$work"' EXIT

"$jdk/bin/java" "$here/workloads/GenerateMaze.java" "$work/maze"
"$jdk/bin/javac" -d "$work/classes" "$here"/workloads/*.java "$work"/maze/*.java

# Settings of the JDK's profile, with every exception, read, write and wait.
jdk_events=profile
for name in JavaExceptionThrow FileRead FileWrite SocketRead SocketWrite JavaMonitorEnter; do
    jdk_events+=,jdk.$name#enabled=true,jdk.$name#stackTrace=true
    [[ $name == JavaExceptionThrow ]] || jdk_events+=,jdk.$name#threshold=0ns
    # JDK 24 and later leave most of them out
    if (($(major "$jdk") >= 24)) && [[ $name != JavaMonitorEnter ]]; then jdk_events+=,jdk.$name#throttle=off; fi
done

record events 12m "$here/bench.jfc" Events 7 30 4   # million events, seconds, threads
record stacks 2m "$here/bench.jfc" Walker 1.6 4    # million exceptions, threads
record large 12m "$here/bench.jfc" Events 48 90 4
record service 12m "$jdk_events" Service 3500 4    # thousand exceptions, threads
