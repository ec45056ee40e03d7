#!/usr/bin/env bash
# Google's pprof, built from the sources that the Go proxy has. Usage: as pprof itself, for instance
#
#   tests/peers/pprof.sh -top -sample_index=cpu profile.pb.gz
#
# Exit codes: pprof's own; 3 if it cannot be had here, which is said.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 2
pprof=$("$here/fetch.sh" pprof) || exit
# It keeps settings and fetched profiles in the home folder: in the cache instead.
export PPROF_TMPDIR=${pprof%/*}/pprof-files XDG_CONFIG_HOME=${pprof%/*}/pprof-files
exec "$pprof" "$@"
