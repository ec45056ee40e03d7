#!/usr/bin/env bash
# The commands that share work between threads, under ThreadSanitizer, over all recordings at hand; make check-threads.
# Fails for any race that it sees, whatever the command says.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
tool=${JFRTOOL:-build-tsan/jfrtool}
corpus=${CORPUS:-../shared/corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

recordings=(testdata/*.jfr testdata/*.jfr.gz)
[ ! -d "$corpus" ] || recordings+=("$corpus"/recordings/*.jfr* "$corpus"/writers/*.jfr.zst)
several=(testdata/chunks-17.jfr testdata/lambdas-17.jfr testdata/shares-25.jfr testdata/deep-17.jfr)

# races ARGUMENT...: none are seen
races() {
    TSAN_OPTIONS="exitcode=66 halt_on_error=1" timeout 600 "$tool" "$@" --jobs 2 --quiet >/dev/null 2>"$scratch/told"
    if [ $? -eq 66 ] || grep -q 'WARNING: ThreadSanitizer' "$scratch/told"; then
        failed=$((failed + 1))
        echo "FAIL a race: $*"
        head -n 30 "$scratch/told"
    else
        passed=$((passed + 1))
    fi
}

for command in hot-methods collapsed timeline threads overview rules allocations gc locks io exceptions leaks \
    safepoints compiler classes jvm summary check facts tree merge profile report \
    "flame -o $scratch/f.svg" "overview -o $scratch/o.html" "heatmap --json" \
    "requests --within jdk.* --by eventThread.javaName" "events GC --by eventType" "view gc-pauses" \
    "view hot-methods" "export --to firefox -o $scratch/x.json"; do
    case $command in
    merge | profile) command="$command -o $scratch/p.pb.gz" ;;
    report) command="$command -o $scratch/report" ;;
    esac
    # shellcheck disable=SC2086 # its arguments
    races $command "${several[@]}"
done
races diff "${several[@]:0:2}"
races gate "${several[@]:1:2}"
for recording in "${recordings[@]}"; do
    for command in overview exceptions "hot-methods --event alloc" "events * --by eventType" "view events-by-count"; do
        # shellcheck disable=SC2086
        set -f && races $command "$recording" && set +f
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
