#!/usr/bin/env bash
# Two runs of one program give the same set of names, whatever the JVM made up in each of them.
#
# For every JDK that is found (JAVA_HOME, /usr/lib/jvm) and can compile Shapes.java; skipped if
# there is none. TEST_TOOLS is the folder of the built tests/tools, build/tests/tools unless told.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
normalise=${TEST_TOOLS:-$here/../../build/tests/tools}/normalise
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Everything called "name" in the events: classes and methods of the frames, and what they belong
# to. jfr writes a slash as \/.
names_in() {
    "$1/bin/jfr" print --json --stack-depth 256 --events test.Shape "$2" |
        sed -n 's,\\/,/,g; s/^ *"name": "\(.*\)",\{0,1\} *$/\1/p' | sort -u
}

passed=0
failed=0
check() { # what, then a command that must succeed
    local what=$1
    shift
    if "$@" >"$work/output" 2>&1; then
        echo "ok: $what"
        passed=$((passed + 1))
    else
        echo "FAILED: $what"
        head -20 "$work/output"
        failed=$((failed + 1))
    fi
}

# shellcheck disable=SC2317 # called by check
differ() {
    ! cmp -s "$1" "$2"
}

# shellcheck disable=SC2317 # called by check
lacks() { # file, basic regular expression
    ! grep -e "$2" "$1"
}

tried=" "
jdks=0
for jdk in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
    if ! [ -x "$jdk/bin/jfr" ] || ! [ -x "$jdk/bin/javac" ]; then continue; fi
    jdk=$(readlink -f "$jdk")
    case $tried in *" $jdk "*) continue ;; esac
    tried="$tried$jdk "
    title=${jdk##*/}
    dir=$work/$jdks
    mkdir "$dir"
    if ! "$jdk/bin/javac" -d "$dir" "$here/Shapes.java" >"$work/output" 2>&1; then
        echo "left out: $title cannot compile Shapes.java"
        continue
    fi
    jdks=$((jdks + 1))
    for run in 1 2; do
        "$jdk/bin/java" "-XX:StartFlightRecording=filename=$dir/$run.jfr" \
            -XX:FlightRecorderOptions=stackdepth=256 -cp "$dir" Shapes "$run" >"$work/output" 2>&1 ||
            { echo "FAILED: $title does not run Shapes" && cat "$work/output" && exit 1; }
        names_in "$jdk" "$dir/$run.jfr" >"$dir/$run.raw"
        "$normalise" <"$dir/$run.raw" | sort -u >"$dir/$run.names"
        "$normalise" <"$dir/$run.names" | sort -u >"$dir/$run.again"
    done
    grep 0x "$dir/1.raw" >"$dir/hidden"
    "$normalise" -r <"$dir/hidden" >"$dir/hidden.raw"
    check "$title: raw names of $(wc -l <"$dir/hidden") hidden classes are those jfr prints" \
        diff "$dir/hidden" "$dir/hidden.raw"
    check "$title: $(wc -l <"$dir/1.raw") names, other ones in each run" differ "$dir/1.raw" "$dir/2.raw"
    check "$title: $(wc -l <"$dir/1.names") normalised names, the same in both runs" \
        diff "$dir/1.names" "$dir/2.names"
    check "$title: normalised once is normalised" diff "$dir/1.names" "$dir/1.again"
    check "$title: no address is left" lacks "$dir/1.names" '0x'
    # shellcheck disable=SC2016 # dollars of class names
    for name in 'Shapes$$Lambda' 'Shapes$2$$Lambda' 'Shapes$1' 'Shapes$Hidden' '$Proxy' \
        'jdk.proxy.$Proxy' 'java.lang.invoke.LambdaForm$MH' 'lambda$lambdas$0' 'Shapes$Pair'; do
        check "$title: has $name" grep -qxF "$name" "$dir/1.names"
    done
done

skipped=0
if [ "$jdks" -eq 0 ]; then
    echo "skipped: no JDK with jfr and javac in JAVA_HOME or /usr/lib/jvm"
    skipped=1
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
