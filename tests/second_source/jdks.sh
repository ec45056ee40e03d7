#!/usr/bin/env bash
# Usage: tests/second_source/jdks.sh FOLDER
#
# Makes a folder with each JDK found (JAVA_HOME, /usr/lib/jvm), or with the homes in AGENT_JVMS, separated by colons,
# for tests that ask it often: what its jfr
# says of a file is said once, and kept in FOLDER/said for all who ask it again, most of it by one JVM that
# stays (JfrServer.java); it and javac start with a simple collector and compiler, which is twice as quick for
# what takes a second. All else is the JDK's.
# second_source/jdk.py looks there if JDKS names the folder.
set -euo pipefail
folder=$(realpath -m "$1")
mkdir -p "$folder/said"
source=$(realpath "$(dirname "$0")")/JfrServer.java

# The script that stands for jfr; $real is the JDK's.
jfr_once() {
    cat <<'SCRIPT'
quick=(-J-XX:+UseSerialGC -J-XX:-UsePerfData)
key="$real ${LC_ALL:-} ${LANG:-} ${TZ:-} ${COLUMNS:-}" large=no
for argument in "$@"; do
    if [ -f "$argument" ]; then
        argument=$(sha1sum <"$argument") # what is in a file, not what it is called
    fi
    key+=$'\n'$argument
done
for argument in "$@"; do
    [ ! -f "$argument" ] || [ "$(stat -Lc %s "$argument")" -lt 8000000 ] || large=yes
done
[ "$large" = yes ] || quick+=(-J-XX:TieredStopAtLevel=1)
case ${1:-} in
    print | summary | metadata | view) ;;
    *) exec "$real" "${quick[@]}" "$@" ;; # writes files, or is not about one
esac
said=${0%/*/*/*}/said/$(sha1sum <<<"$key" | cut -d ' ' -f 1)

# A server for each of what makes the output another, besides the arguments.
place=${0%/*/*}/server-$(sha1sum <<<"${LC_ALL:-${LANG:-}} ${TZ:-} ${COLUMNS:-}" | cut -c 1-10)
begin() {
    "${0%/*}/javac" -d "$place.classes" "$source" &&
        exec setsid "${real%/*}/java" -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=1 -Xmx512m \
            --add-opens jdk.jfr/jdk.jfr.internal.tool=ALL-UNNAMED -cp "$place.classes" JfrServer "$place" "$place"
}
served() { # FILE COMMAND ARGUMENTS...
    local answer argument request=("$place" "$(realpath "$1")" "$2")
    for argument in "${@:3}"; do
        [ -n "$argument" ] || return 1
        [ ! -e "$argument" ] || argument=$(realpath -s "$argument")
        request+=("$argument")
    done
    { mkdir "$place.begun" && begin; } </dev/null >/dev/null 2>&1 & # for those who ask later
    [ -e "$place" ] && exec 8<>"/dev/tcp/127.0.0.1/$(<"$place")" || return 1
    printf '%s\0' "${request[@]}" '' >&8 && read -r -t 300 -N 1 answer <&8 && [ "$answer" = 0 ]
}
if [ ! -e "$said" ] && [ "$large" = no ] && served "$said.$$" "$@" 2>/dev/null; then
    mv "$said.$$" "$said"
fi
if [ ! -e "$said" ]; then
    "$real" "${quick[@]}" "$@" >"$said.$$" 2>"$said.$$.stderr"
    code=$?
    cat "$said.$$.stderr" >&2
    if [ "$code" -ne 0 ] || [ -s "$said.$$.stderr" ]; then # errors say what the file is called
        cat "$said.$$"
        rm "$said.$$" "$said.$$.stderr"
        exit "$code"
    fi
    rm "$said.$$.stderr"
    mv "$said.$$" "$said"
fi
exec cat "$said"
SCRIPT
}

homes=(${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*)
[ -z "${AGENT_JVMS:-}" ] || IFS=: read -ra homes <<<"$AGENT_JVMS"
for home in "${homes[@]}"; do
    [ -x "$home/bin/jfr" ] || continue
    home=$(realpath "$home")
    copy=$folder/$(basename "$home")
    [ ! -e "$copy" ] || continue
    mkdir -p "$copy/bin"
    for part in "$home"/*; do
        [ "$(basename "$part")" = bin ] || ln -s "$part" "$copy/"
    done
    for program in "$home"/bin/*; do
        case $(basename "$program") in
            jfr) { printf '#!/usr/bin/env bash\nreal=%q source=%q\n' "$program" "$source" && jfr_once; } >"$copy/bin/jfr" ;;
            javac)
                printf '#!/bin/sh\nexec %q -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 "$@"\n' "$program" \
                    >"$copy/bin/javac"
                ;;
            *) ln -s "$program" "$copy/bin/" ;;
        esac
    done
    chmod +x "$copy/bin/jfr"
    [ ! -e "$copy/bin/javac" ] || chmod +x "$copy/bin/javac"
done
