#!/usr/bin/env bash
# The packages for distributions with rpm: dist/jfrtool-VERSION-1.PROCESSOR.rpm and that of the agent,
# from the tarball of packaging/static.sh.
#
#   packaging/rpm.sh x86_64|aarch64
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
processor=${1:?x86_64 or aarch64}
need rpmbuild rpm
tarball=$DIST/jfrtool-$VERSION-linux-$processor.tar.gz
[ -e "$tarball" ] || fail "dist/$(basename "$tarball") is not there: run make dist-static first"
top=$WORK/rpm
rm -rf "$top"
mkdir -p "$top/SOURCES"
cp "$tarball" "$top/SOURCES/"
glibc=$(sed -n 's/.*glibc \([0-9.]*\) .*/\1/p' "$DIST/jfrtool-$VERSION-linux-$processor/agent.txt")
rpmbuild -bb --target "$processor-linux" --define "_topdir $top" --define "jfr_version $VERSION" \
    --define "jfr_glibc $glibc" --define "_buildhost localhost" --define "_dbpath $top/db" \
    --define "use_source_date_epoch_as_buildtime 1" --define "clamp_mtime_to_source_date_epoch 1" \
    --define "_binary_payload w9.gzdio" packaging/jfrtool.spec >"$top/log" 2>&1 || {
    tail -n 20 "$top/log" >&2
    fail "the rpm packages could not be built"
}
find "$top/RPMS" -name '*.rpm' -exec cp {} "$DIST/" \;
sums
(cd "$DIST" && printf 'dist/%s\n' *."$processor".rpm)
