#!/usr/bin/env bash
# A fleet of recordings on one machine: facts of each and one profile of all.
#
#   fleet/xargs.sh LAKE OUT [OPTIONS OF facts]
#
# OUT/facts.ndjson has a line for each recording, OUT/all.pb.gz the sum. $JOBS runs (one for each processor)
# of $BATCH recordings (500) at a time. A recording that kills the program has a line, too, with the status
# "crashed"; the others of its batch are read without it.
set -euo pipefail
lake=$1 out=$2
shift 2
export JFRTOOL=${JFRTOOL:-jfrtool}
mkdir -p "$out"
parts=$(mktemp -d "$out/parts.XXXXXX")
trap 'rm -rf "$parts"' EXIT
export parts

# batch RECORDING...: OPTIONS are in $options, a line each.
batch() {
    local name left=("$@") lines code options=()
    name=$(mktemp "$parts/XXXXXXXX")
    [[ -z $OPTIONS ]] || mapfile -t options <<<"$OPTIONS"
    while :; do
        code=0
        printf '%s\0' "${left[@]}" |
            "$JFRTOOL" facts -q --keep-duplicates --allow-empty --profile "$name.pb.gz" "${options[@]}" \
                --files-from - -0 >"$name" || code=$?
        [[ $code -ne 0 ]] || break
        [[ $code -ne 2 ]] || return 255 # wrong options: xargs ends
        # Lines come in order: the first recording without one is what it was about.
        lines=$(wc -l <"$name")
        python3 -c 'import json, sys
print(json.dumps({"v": 1, "path": sys.argv[1], "id": None, "status": "crashed", "error": {"code": "crashed",
      "offset": 0, "text": "jfrtool ended with " + sys.argv[2]}}))' "${left[lines]}" "$code" >>"$name.crashed"
        left=("${left[@]:0:lines}" "${left[@]:lines+1}")
        [[ ${#left[@]} -gt 0 ]] || { : >"$name"; break; }
    done
}
export -f batch
OPTIONS=$(printf '%s\n' "$@")
export OPTIONS

find "$lake" -name '*.jfr*' -type f -print0 | sort -z |
    xargs -0 -r -n "${BATCH:-500}" -P "${JOBS:-$(nproc)}" bash -c 'batch "$@"' batch
find "$parts" -type f ! -name '*.pb.gz' -exec cat {} + >"$out/facts.ndjson"
find "$parts" -name '*.pb.gz' -print0 |
    "$JFRTOOL" merge -q --keep-duplicates --allow-empty --files-from - -0 -o "$out/all.pb.gz"
