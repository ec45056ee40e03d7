#!/bin/bash
# jfrtool as it might be on a bad day, for the tests: with a recording called killer.jfr in its list it writes
# the lines before and dies of a segmentation fault; at the first list with executor.jfr it kills the Spark
# executor that it runs for. $REAL is the program, $ONCE a file that says that this was done.
list=$(mktemp)
trap 'rm -f "$list"' EXIT
[[ $1 == facts ]] || exec "$REAL" "$@"
cat >"$list"
if grep -qz 'executor\.jfr' "$list" && (set -o noclobber && : >"$ONCE") 2>/dev/null; then
    pid=$$
    while [[ $pid -gt 1 ]]; do
        if tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q CoarseGrainedExecutorBackend; then
            kill -9 "$pid"
            exit 9
        fi
        pid=$(awk '{print $4}' "/proc/$pid/stat")
    done
fi
if grep -qz 'killer\.jfr' "$list"; then
    before=$(tr '\0' '\n' <"$list" | grep -n 'killer\.jfr' | head -n 1 | cut -d: -f1)
    tr '\0' '\n' <"$list" | head -n $((before - 1)) | tr '\n' '\0' | "$REAL" "$@"
    kill -SEGV $$
fi
"$REAL" "$@" <"$list"
