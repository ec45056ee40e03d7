#!/usr/bin/env bash
# The libraries that go into the static program, unpacked below a folder of their own, so that nothing
# is installed for it and both processors are served in the same way. They are this distribution's
# packages, whose signatures apt checks.
#
#   packaging/sysroot.sh x86_64|aarch64     makes build-dist/sysroot-PROCESSOR
#
# packages.tsv in it says what was taken: package, version, source package, source's version.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
processor=${1:?x86_64 or aarch64}
arch=$(debian_name "$processor")
root=$WORK/sysroot-$processor
need apt-get apt
need dpkg-deb dpkg
need dpkg-source dpkg-dev

# Of cJSON there is no static library; its source package is one file of C.
packages="libzstd-dev libpcre2-dev zlib1g-dev libarchive-dev libsqlite3-dev libedit-dev libncurses-dev
          libbsd-dev libmd-dev nettle-dev liblzma-dev liblz4-dev libbz2-dev libacl1-dev"
# What its unit tests are linked with is in no package: tests/ in there.
tested="check libsubunit-dev"
[ ! -e "$root/tests/complete" ] || exit 0

rm -rf "$root"
mkdir -p "$root/debs" "$root/source"
apt_of "$root" "$arch"
# shellcheck disable=SC2086 # names of packages
(cd "$root/debs" && apt-get "${options[@]}" download $packages) >>"$root/log" 2>&1 ||
    fail "the libraries could not be fetched: $(tail -n 1 "$root/log")"
mkdir -p "$root/tests/debs"
# shellcheck disable=SC2086
(cd "$root/tests/debs" && apt-get "${options[@]}" download $tested) >>"$root/log" 2>&1 ||
    fail "the library of unit tests could not be fetched: $(tail -n 1 "$root/log")"
for deb in "$root"/tests/debs/*.deb; do dpkg-deb -x "$deb" "$root/tests"; done
(cd "$root/source" && apt-get "${options[@]}" source --only-source cjson) >>"$root/log" 2>&1 ||
    fail "the source of cJSON could not be fetched: $(tail -n 1 "$root/log")"
for deb in "$root"/debs/*.deb; do
    dpkg-deb -x "$deb" "$root"
    # shellcheck disable=SC2016 # for dpkg-deb
    dpkg-deb --showformat='${Package}\t${Version}\t${source:Package}\t${source:Version}\n' -W "$deb"
done | sort >"$root/packages.tsv"
version=$(sed -n 's/^Version: //p' "$root"/source/cjson_*.dsc | head -n 1)
printf 'cjson\t%s\tcjson\t%s\n' "$version" "$version" >>"$root/packages.tsv"
mkdir -p "$root/usr/share/doc/cjson" "$root/cjson"
cp "$root"/source/cjson-*/debian/copyright "$root/usr/share/doc/cjson/copyright"
cp "$root"/source/cjson-*/cJSON.[ch] "$root/cjson/"
rm -rf "$root/debs" "$root/tests/debs" "$root/apt" "$root/source"
touch "$root/tests/complete"
