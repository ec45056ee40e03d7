#!/usr/bin/env bash
# The packages of Debian 12 and Ubuntu 24.04, built by debhelper: jfrtool, jfrtool-agent, libjfr1,
# libjfr-dev, in dist/.
#
#   packaging/deb.sh
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need dpkg-buildpackage dpkg-dev
need dh debhelper
need fakeroot fakeroot
tree=$WORK/deb/jfrtool-$VERSION
rm -rf "$WORK/deb"
mkdir -p "$tree"
sources | tar --null -T - -cf - | tar -C "$tree" -xf -
cp -r packaging/debian "$tree/debian"
debian_changelog >"$tree/debian/changelog"
(cd "$tree" && DEB_BUILD_OPTIONS="noautodbgsym nocheck parallel=$(nproc)" dpkg-buildpackage -b -us -uc) \
    >"$WORK/deb/log" 2>&1 || {
    tail -n 40 "$WORK/deb/log" >&2
    fail "the packages could not be built"
}
rm -f "$DIST"/*.deb
cp "$WORK"/deb/*.deb "$DIST/"
rm -rf "$tree"
sums
(cd "$DIST" && printf 'dist/%s\n' *.deb)
