#!/usr/bin/env bash
# Sources of the libraries that go into the program for systems of which this distribution has no libraries:
# build-dist/sources/NAME. Its source packages, whose signatures apt checks; SQLite, of which it has no
# amalgamation, from npm's registry, pinned.
#
# packages.tsv there says what was taken: name, version, source package, its version.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
root=$WORK/sources
# For a tab and for Windows they may be asked for at the same time (make -j dist).
exec 9>"$WORK/sources.lock"
flock 9
[ ! -e "$root/complete" ] || exit 0
need apt-get apt
need dpkg-source dpkg-dev
need npm npm
SQLITE=better-sqlite3@11.10.0
SQLITE_SHA256=71e2d66a44dafc35649ff82742cf4908557fc31841108d19703b74b7065c0293

rm -rf "$root"
mkdir -p "$root"
apt_of "$root" "$(dpkg --print-architecture)"
: >"$root/packages.tsv"
cd "$root"
for package in zlib libzstd lz4 xz-utils bzip2 pcre2 cjson libarchive; do
    # Where an update's source is not on the mirror, that of the release is.
    apt-get "${options[@]}" source --only-source "$package" >>log 2>&1 ||
        apt-get "${options[@]}" source --only-source "$package/$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" >>log 2>&1 ||
        fail "the source of $package could not be fetched: $(tail -n 1 log)"
    version=$(sed -n 's/^Version: //p' "${package}"_*.dsc | head -n 1)
    name=${package#lib}
    [ "$package" != libarchive ] || name=libarchive
    [ "$package" != xz-utils ] || name=xz
    mv "$package"-*/ "$name"
    printf '%s\t%s\t%s\t%s\n' "$name" "$version" "$package" "$version" >>packages.tsv
done
npm pack --silent "$SQLITE" >>log 2>&1 || fail "$SQLITE could not be fetched from npm's registry"
echo "$SQLITE_SHA256  better-sqlite3-${SQLITE#*@}.tgz" | sha256sum -c --quiet >&2 || fail "$SQLITE is not what is pinned"
tar -xzf better-sqlite3-*.tgz package/deps/sqlite3
mv package/deps/sqlite3 sqlite
version=$(sed -n 's/^#define SQLITE_VERSION  *"\(.*\)"/\1/p' sqlite/sqlite3.h)
printf 'sqlite\t%s\t%s\t%s\n' "$version" "$SQLITE" "$version" >>packages.tsv
rm -rf package apt ./*.tgz ./*.dsc ./*.xz ./*.gz ./*.bz2 ./*.asc
touch complete
