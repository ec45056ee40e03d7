#!/usr/bin/env bash
# Makes the program and the agent ready for jobs of CI systems (action.yml): prints the folder they are in.
#
#   VERSION=0.4.0 SHA256=... SHA256_AARCH64=... RELEASES=https://.../releases/download packaging/fetch.sh FOLDER
#   packaging/fetch.sh FOLDER
#
# With VERSION the release's tarball for this processor is fetched. The sums are those that its SHA256SUMS has for
# x86_64 and aarch64: what runs in a job is what was looked at, whatever happened to the release since. Without
# VERSION, or where there is no such release, both are built from the sources beside this script.
set -euo pipefail
into=${1:?a folder}
mkdir -p "$into"
into=$(cd "$into" && pwd)
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
processor=$(uname -m)
sum=${SHA256:-} input=sha256
if [ "$processor" = arm64 ] || [ "$processor" = aarch64 ]; then
    processor=aarch64 sum=${SHA256_AARCH64:-} input=sha256-aarch64
fi
# Where this action's sources were put says whose it is: .../_actions/OWNER/NAME/REF.
releases=${RELEASES:-}
if [ -z "$releases" ] && [[ ${GITHUB_ACTION_PATH:-} =~ /_actions/([^/]+/[^/]+)/[^/]+/?$ ]]; then
    releases=${GITHUB_SERVER_URL:-https://github.com}/${BASH_REMATCH[1]}/releases/download
fi

build() {
    local built=$into/built
    if [ ! -x "$built/jfrtool" ]; then
        "$sources/.ci/deps.sh" build >&2
        make -C "$sources" -j"$(nproc)" BUILD="$built" >&2
    fi
    echo "$built"
}

name=jfrtool-${VERSION:-}-linux-$processor
if [ -z "${VERSION:-}" ]; then
    build
    exit
fi
if [ ! -x "$into/$name/jfrtool" ]; then
    if [ -z "$sum" ]; then
        echo "jfrtool: the SHA-256 of $name.tar.gz is not given ($input); the release's SHA256SUMS has it" >&2
        exit 1
    fi
    if [ -z "$releases" ] || ! curl -fsSL --retry 3 "$releases/v$VERSION/$name.tar.gz" -o "$into/$name.tar.gz"; then
        echo "::warning::there is no $name.tar.gz at ${releases:-a place that is known (releases)}: jfrtool is built from the sources of this action" >&2
        build
        exit
    fi
    if ! echo "$sum  $into/$name.tar.gz" | sha256sum -c --quiet >&2; then
        echo "jfrtool: $name.tar.gz is not the file whose SHA-256 was given; nothing of it was run" >&2
        rm -f "$into/$name.tar.gz"
        exit 1
    fi
    tar -xzf "$into/$name.tar.gz" -C "$into"
fi
echo "$into/$name"
