#!/bin/sh
# What changed in one version: its section of docs/CHANGELOG.md, without the heading.
#
# usage: notes.sh [VERSION]    that of parser/jfr.h unless given
set -eu
cd "$(dirname "$0")/.."
version=${1:-$(sed -n 's/^#define JFR_VERSION "\(.*\)"/\1/p' parser/jfr.h)}
awk -v version="$version" '
    /^## / { if (found) exit; found = $2 == version; next }
    found { print; lines += NF > 0 }
    END { exit lines == 0 }
' docs/CHANGELOG.md || { echo "docs/CHANGELOG.md has nothing of $version" >&2; exit 1; }
