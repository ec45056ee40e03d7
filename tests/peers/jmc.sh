#!/usr/bin/env bash
# What JDK Mission Control reads in recordings, as tests/peers/jmc/Report.java writes it.
# Usage: tests/peers/jmc.sh [--counts|--rules] REC...
# Exit codes as those of fetch.sh.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
jars=$("$here/fetch.sh" jars) || exit

# The newest JDK here; JMC wants 17 or later.
java=$(find -L "${JAVA_HOME:-/nonexistent}" /usr/lib/jvm/* -maxdepth 2 -path '*/bin/javac' 2>/dev/null |
    while read -r javac; do
        printf '%s %s\n' "$("$javac" -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')" "${javac%/javac}"
    done | sort -n | tail -n 1)
if [ "${java%% *}" -lt 17 ] 2>/dev/null || [ -z "$java" ]; then
    echo "peers: JDK Mission Control needs a JDK, 17 or later, in JAVA_HOME or /usr/lib/jvm" >&2
    exit 3
fi
java=${java#* }

classpath=$(printf '%s:' "$jars"/*.jar)
classes=$(dirname "$jars")/jmc
if [ "$here/jmc/Report.java" -nt "$classes/Report.class" ]; then
    "$java/javac" --release 17 -Xlint:all -d "$classes" -cp "$classpath" "$here/jmc/Report.java" || exit 1
fi
# Times and numbers in its sentences depend on where it runs.
exec "$java/java" -XX:TieredStopAtLevel=1 -Duser.language=en -Duser.country=US -Duser.timezone=UTC \
    -cp "$classpath$classes" Report "$@"
