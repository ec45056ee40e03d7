#!/usr/bin/env bash
# The container image: dist/jfrtool-VERSION-oci.tar, for each processor whose static program is in dist/.
#
#   packaging/oci.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
folders=()
for processor in x86_64 aarch64; do
    [ ! -d "$DIST/jfrtool-$VERSION-linux-$processor" ] || folders+=("$DIST/jfrtool-$VERSION-linux-$processor")
done
[ ${#folders[@]} -gt 0 ] || fail "there is no static program in dist/: run make dist-static first"
packaging/oci.py "$DIST/jfrtool-$VERSION-oci.tar" "${folders[@]}"
sums
echo "dist/jfrtool-$VERSION-oci.tar"
