#!/usr/bin/env bash
# Makes the recordings of this folder again, and the expected figures of each. See README.md.
#
# usage: make.sh [NAME...]      all of them unless named, e.g. make.sh shares-17 killed-25
#
# Looks for JDK 17 and JDK 25 in $JAVA_HOME and /usr/lib/jvm. What needs one that is missing is
# left as it is. Needs python3, gzip and zstd too.
set -euo pipefail
export LC_ALL=C.UTF-8 TZ=UTC PYTHONDONTWRITEBYTECODE=1

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

find_jdk() { # MAJOR: prints the folder, or nothing
    local folder
    for folder in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
        if [[ -x $folder/bin/javac && -f $folder/release ]] &&
            grep -q "^JAVA_VERSION=\"$1[.\"]" "$folder/release"; then
            echo "$folder"
            return
        fi
    done
}

declare -A jdks
jdks[17]=$(find_jdk 17)
jdks[25]=$(find_jdk 25)
for version in 17 25; do
    echo "JDK $version: ${jdks[$version]:-none}"
done

# Paths that get into the recordings (arguments, destination) are relative or name this folder.
work=$(mktemp -d /tmp/jfrtool-testdata.XXXXXX)
trap 'rm -rf "$work"' EXIT
cp "$here/base.jfc" "$work"
cd "$work"
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS

wanted=("$@")
is_wanted() { # NAME VERSION
    local name
    if [[ -z ${jdks[$2]} ]]; then
        echo "$1: no JDK $2, left as it is"
        return 1
    fi
    ((${#wanted[@]})) || return 0
    for name in "${wanted[@]}"; do
        [[ $name == "$1" ]] && return 0
    done
    return 1
}

compile() { # VERSION: once each, into classes-VERSION
    local sources=("$here"/workloads/*.java)
    [[ ! -d classes-$1 ]] || return 0
    if [[ $1 == 17 ]]; then # which has no virtual threads
        local all=("${sources[@]}") source
        sources=()
        for source in "${all[@]}"; do
            [[ $source == */VirtualThreads.java ]] || sources+=("$source")
        done
    fi
    "${jdks[$1]}/bin/javac" -encoding UTF-8 -d "classes-$1" "${sources[@]}"
}

# VERSION RECORDING-OPTIONS JVM-OPTION... CLASS ARGUMENT...: becomes the JVM, so run it in a subshell
run_java() {
    local version=$1 options=$2
    shift 2
    compile "$version"
    exec "${jdks[$version]}/bin/java" -Xmx128m -Xlog:disable -Xlog:all=error:stderr \
        "-XX:FlightRecorderOptions:repository=repository" \
        "-XX:StartFlightRecording:settings=base.jfc,$options" \
        -XX:CompileCommand=quiet -cp "classes-$version" "$@"
}

# The figures of recording $1, said by JDK $2, which reads file or folder $3. More arguments are
# sample types besides jdk.ExecutionSample.
expect() {
    local name=$1 jfr=${jdks[$2]}/bin/jfr file=$3 type
    shift 3
    mkdir -p "$here/expected"
    "$jfr" summary "$file" >"$here/expected/$name.summary.txt"
    hot "$jfr" "$file" jdk.ExecutionSample "$name.hot.tsv"
    for type in "$@"; do
        hot "$jfr" "$file" "$type" "$name.hot-${type#jdk.}.tsv"
    done
}

fields() { # NAME VERSION EVENT-TYPE...
    is_wanted "$1" "$2" >/dev/null || return 0
    python3 "$here/fields_from_jfr_print.py" --jfr "${jdks[$2]}/bin/jfr" "$1.jfr" "${@:3}" \
        >"$here/expected/$1.fields.tsv"
}

hot() { # JFR FILE TYPE RESULT; no file where there are no samples
    local result=$here/expected/$4
    python3 "$here/hot_from_jfr_print.py" --jfr "$1" "$2" "$3" >hot.tsv
    if [[ $(head -n 1 hot.tsv) == "# samples 0 "* ]]; then
        rm -f "$result"
    else
        cp hot.tsv "$result"
    fi
}

# NAME VERSION FORM(jfr, gz or zst) RECORDING-OPTIONS MORE-SAMPLE-TYPES JVM-OPTION... CLASS ARGUMENT...
record() {
    local name=$1 version=$2 form=$3 options=$4 types=()
    is_wanted "$name" "$version" || return 0
    echo "$name: recording with JDK $version"
    read -ra types <<<"$5"
    shift 5
    (run_java "$version" "filename=$name.jfr${options:+,$options}" "$@")
    expect "$name" "$version" "$name.jfr" ${types[@]+"${types[@]}"}
    rm -f "$here/$name".jfr*
    case $form in
        gz) gzip -9nc "$name.jfr" >"$here/$name.jfr.gz" ;;
        zst) zstd -q -19 "$name.jfr" -o "$here/$name.jfr.zst" ;;
        *) cp "$name.jfr" "$here" ;;
    esac
}

# What a killed JVM leaves in its repository. NAME VERSION ROTATE GENERATION: kills as soon as the
# generation byte of the newest chunk is as large as that, and there is more than one chunk if
# ROTATE is true.
kill_early() {
    local name=$1 version=$2 rotate=$3 generation=$4
    is_wanted "$name" "$version" || return 0
    echo "$name: recording with JDK $version, to be killed"
    rm -rf repository
    run_java "$version" "filename=$name.jfr" workload.Killed "$rotate" &
    local jvm=$! least=1 chunks=() found=0 tries
    [[ $rotate == false ]] || least=2
    for ((tries = 0; tries < 2000; tries++)); do
        shopt -s nullglob
        chunks=(repository/*/*.jfr)
        shopt -u nullglob
        if ((${#chunks[@]} >= least)) && [[ -s ${chunks[-1]} ]]; then
            found=$(od -An -tu1 -j64 -N1 "${chunks[-1]}")
            if ((found >= generation && found < 255)); then
                break
            fi
        fi
        sleep 0.005
    done
    kill -KILL "$jvm"
    wait "$jvm" 2>/dev/null || true
    if ((tries == 2000)); then
        echo "$name: no chunk of generation $generation came" >&2
        return 1
    fi
    rm -rf "${here:?}/$name"
    cp -a repository "$here/$name"
    echo "$name: $(du -bs "$here/$name" | cut -f1) bytes, killed in generation $found"
    # JDK 25 refuses unfinished chunks, so 17 says what is in them
    if [[ -z ${jdks[17]} ]]; then
        echo "$name: no JDK 17, no expected figures" >&2
    elif ((generation > 1)); then
        cat repository/*/*.jfr >"$name.jfr"
        expect "$name" 17 "$name.jfr"
    fi
}

hot_methods='-XX:CompileCommand=dontinline,workload.Shares::hot*'
phases='-XX:CompileCommand=dontinline,workload.Chunks::phase*'
exceptions=+jdk.JavaExceptionThrow#enabled=true,+jdk.JavaExceptionThrow#stackTrace=true
blocking=$exceptions
for event in JavaMonitorEnter ThreadPark SocketRead FileRead; do
    blocking+=,+jdk.$event#enabled=true,+jdk.$event#threshold=0ns,+jdk.$event#stackTrace=true
done
blocking+=,+jdk.ObjectAllocationSample#enabled=true,+jdk.ObjectAllocationSample#throttle=100/s
blocking+=,+jdk.ObjectAllocationSample#stackTrace=true
cputime=jdk.ExecutionSample#enabled=false
cputime+=,+jdk.CPUTimeSample#enabled=true,+jdk.CPUTimeSample#throttle=10ms
cputime+=,+jdk.CPUTimeSample#stackTrace=true,+jdk.CPUTimeSamplesLost#enabled=true
cputime+=,+jdk.VirtualThreadStart#enabled=true,+jdk.VirtualThreadEnd#enabled=true

leak='jdk.OldObjectSample#enabled=true,+jdk.OldObjectSample#cutoff=infinity'
leak+=,+jdk.OldObjectSample#stackTrace=true
for event in GCHeapSummary GCConfiguration GCHeapConfiguration MetaspaceSummary SystemGC \
    SafepointBegin ExecuteVMOperation Compilation CompilerStatistics CompilerConfiguration \
    CodeCacheStatistics ClassLoadingStatistics ClassLoaderStatistics NativeMemoryUsage \
    NativeMemoryUsageTotal ResidentSetSize Deoptimization; do
    leak+=,+jdk.$event#enabled=true
done
for event in SafepointBegin ExecuteVMOperation Compilation SystemGC; do
    leak+=,+jdk.$event#threshold=0ms
done
leak+=,+jdk.NativeMemoryUsage#period=500ms,+jdk.NativeMemoryUsageTotal#period=500ms
leak+=,+jdk.ResidentSetSize#period=500ms
leak+=,+jdk.MethodTiming#enabled=true,+jdk.MethodTiming#period=endChunk
leak+=,+jdk.MethodTiming#filter=workload.Leak::round,+jdk.MethodTrace#enabled=true
leak+=,+jdk.MethodTrace#filter=workload.Leak::open,+jdk.MethodTrace#threshold=0ms
leak+=,+jdk.MethodTrace#stackTrace=true

traffic=jdk.NetworkUtilization#enabled=true,+jdk.NetworkUtilization#period=500ms
for event in SocketRead SocketWrite FileRead FileWrite FileForce; do
    traffic+=,+jdk.$event#enabled=true,+jdk.$event#threshold=0ns,+jdk.$event#stackTrace=true
done

for version in 17 25; do
    record shares-$version $version jfr "" "" "$hot_methods" workload.Shares 8
    fields shares-$version $version test.Share
done
record chunks-17 17 jfr "" "" "$phases" workload.Chunks
fields chunks-17 17 test.Marker
record deep-17 17 jfr "$exceptions" "" workload.Deep
record lambdas-17 17 jfr "" "" workload.Lambdas 3 0
record lambdas-17b 17 zst "" "" workload.Lambdas 3 5
record lambdas-25 25 gz "" "" workload.Lambdas 3 0
record leak-25 25 zst "+$leak" jdk.OldObjectSample -XX:NativeMemoryTracking=summary \
    -XX:+UseSerialGC workload.Leak
record native-17 17 jfr "$blocking" jdk.NativeMethodSample workload.Blocking
record cputime-25 25 zst "$cputime" jdk.CPUTimeSample workload.VirtualThreads 4
record traffic-25 25 zst "+$traffic" "" workload.Traffic
record shop-17 17 zst "$blocking,+jdk.ExecutionSample#period=10ms" "" workload.Shop 4
record hostile-17 17 jfr "" "" workload.Hostile
fields hostile-17 17 test.Text jdk.ThreadStart
record custom-17 17 jfr "" "" workload.Custom
fields custom-17 17 test.Everything test.Units
if is_wanted values-25 25; then # which starts its recording itself
    echo "values-25: recording with JDK 25"
    compile 25
    "${jdks[25]}/bin/java" -cp classes-25 workload.Values values-25.jfr
    rm -f "$here"/values-25.jfr*
    zstd -q -19 values-25.jfr -o "$here/values-25.jfr.zst"
fi
for version in 17 25; do
    kill_early killed-$version $version true 3
    fields killed-$version 17 test.Beat
done
kill_early killed-early-17 17 false 1

echo "in all: $(du -bs "$here" | cut -f1) bytes"
