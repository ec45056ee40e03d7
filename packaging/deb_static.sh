#!/usr/bin/env bash
# The packages of Debian and Ubuntu for a processor that is not this machine's: jfrtool with the static
# program and jfrtool-agent, from the tarball's folder of packaging/static.sh. No foreign system is needed
# for it; libjfr1 and libjfr-dev are made on a machine of the processor alone, by packaging/deb.sh.
#
#   packaging/deb_static.sh x86_64|aarch64
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
processor=${1:?x86_64 or aarch64}
arch=$(debian_name "$processor")
need dpkg-deb dpkg
from=$DIST/jfrtool-$VERSION-linux-$processor
[ -d "$from" ] || fail "dist/$(basename "$from")/ is not there: run make dist-static first"
top=$WORK/deb-$arch
rm -rf "$top"

# A field of packaging/debian/control: the first behind the package's name.
field() { # field PACKAGE NAME
    sed -n "/^Package: $1\$/,/^\$/p" packaging/debian/control | sed -n "s/^$2: //p" | head -n 1
}
description() { # with the lines that belong to it
    sed -n "/^Package: $1\$/,/^\$/p" packaging/debian/control | sed -n '/^Description:/,$p' | sed '/^$/d'
}

# pack PACKAGE DEPENDENCIES: what lies below $top/PACKAGE.
pack() {
    local package=$1 depends=$2 tree=$top/$1 line
    local documents=$tree/usr/share/doc/$package
    mkdir -p "$tree/DEBIAN" "$documents"
    cp packaging/debian/copyright "$documents/"
    debian_changelog | gzip -9n >"$documents/changelog.gz"
    (cd "$tree" && find usr -type f -printf '%P\0' | sort -z | sed -z 's,^,usr/,' | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
    {
        echo "Package: $package"
        echo "Source: jfrtool"
        echo "Version: $VERSION"
        echo "Architecture: $arch"
        echo "Maintainer: $(sed -n 's/^Maintainer: //p' packaging/debian/control)"
        # As dpkg-gencontrol counts: each file in whole KiB, each folder as one.
        find "$tree/usr" -printf '%y %s\n' | awk '{kib += $1 == "f" ? int(($2 + 1023) / 1024) : 1} END {print "Installed-Size: " kib}'
        [ -z "$depends" ] || echo "Depends: $depends"
        for line in Recommends Suggests; do
            # What the program links with is inside; the editor of lines, too.
            case $package.$line in
                jfrtool.Recommends) ;;
                jfrtool.Suggests) echo "Suggests: jfrtool-agent" ;;
                *) [ -z "$(field "$package" $line)" ] || echo "$line: $(field "$package" $line)" ;;
            esac
        done | sed "s/\${binary:Version}/$VERSION/"
        echo "Section: devel"
        echo "Priority: optional"
        description "$package"
    } >"$tree/DEBIAN/control"
    chmod -R u=rwX,go=rX "$tree"
    find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz -b "$tree" "$DIST/${package}_${VERSION}_$arch.deb" >/dev/null
}

tree=$top/jfrtool
share=$tree/usr/share
mkdir -p "$tree/usr/bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/vendor-completions" \
    "$share/fish/vendor_completions.d" "$share/doc/jfrtool" "$share/lintian/overrides"
cp "$from/jfrtool" "$tree/usr/bin/"
# shellcheck disable=SC2094 # two files
for page in "$from"/man/*.1; do gzip -9n <"$page" >"$share/man/man1/$(basename "$page").gz"; done
cp "$from/completions/jfrtool.bash" "$share/bash-completion/completions/jfrtool"
cp "$from/completions/_jfrtool" "$share/zsh/vendor-completions/"
cp "$from/completions/jfrtool.fish" "$share/fish/vendor_completions.d/"
cp -r "$from/licences" "$share/doc/jfrtool/"
cp "$from/jfrtool.spdx.json" "$share/doc/jfrtool/"
# It needs no library, and has them inside: that is meant.
printf 'jfrtool: %s\n' 'embedded-library *' 'shared-library-lacks-prerequisites *' 'statically-linked-binary *' \
    >"$share/lintian/overrides/jfrtool"
pack jfrtool ""

mkdir -p "$top/jfrtool-agent/usr/lib/jfrtool"
install -m 644 "$from/libjfragent.so" "$top/jfrtool-agent/usr/lib/jfrtool/"
pack jfrtool-agent "libc6 (>= $(sed -n 's/.*glibc \([0-9.]*\) .*/\1/p' "$from/agent.txt"))"
rm -rf "$top"
sums
(cd "$DIST" && printf 'dist/%s\n' *_"$arch".deb)
