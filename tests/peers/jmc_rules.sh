#!/usr/bin/env bash
# The result of every rule of JDK Mission Control, default settings, a line each:
#
#   rule, severity, score, summary, then name=value for each value that the result has
#
# separated by tabs. The score is empty where the rule gives none (MethodProfiling gives none from 25
# on). Scores and ratios are plain numbers, times are nanoseconds since 1970, methods are class.name
# and descriptor. Of several recordings each begins with a line "# PATH".
#
# Usage: tests/peers/jmc_rules.sh REC...
# Exit codes: 0 done, 1 a recording could not be loaded (said), 3 JMC cannot be had here.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
if [ "$#" -eq 0 ]; then
    echo "usage: tests/peers/jmc_rules.sh REC..." >&2
    exit 2
fi
"$here/jmc.sh" --rules "$@" | awk -F '\t' -v OFS='\t' -v many=$(($# > 1)) '
    $1 == "file" && many { print "# " $2 }
    $1 == "file" { path = $2 }
    $1 == "error" { print path ": " $2 > "/dev/stderr"; bad = 1 }
    $1 == "rule" { sub(/^rule\t/, ""); print }
    END { exit bad }'
