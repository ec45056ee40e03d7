#!/usr/bin/env bash
# Usage: tests/second_source/jdks.sh FOLDER
#
# Makes a folder with each JDK found (JAVA_HOME, /usr/lib/jvm), for tests that ask it often: what its jfr
# says of a file is said once, and kept in FOLDER/said for all who ask it again; it and javac start with
# a simple collector and compiler, which is twice as quick for what takes a second. All else is the JDK's.
# second_source/jdk.py looks there if JDKS names the folder.
set -euo pipefail
folder=$(realpath -m "$1")
mkdir -p "$folder/said"

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

for home in ${JAVA_HOME:+"$JAVA_HOME"} /usr/lib/jvm/*; do
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
            jfr) { printf '#!/usr/bin/env bash\nreal=%q\n' "$program" && jfr_once; } >"$copy/bin/jfr" ;;
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
