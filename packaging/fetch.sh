#!/usr/bin/env bash
# Fetches a release and unpacks it, for jobs of CI systems (action.yml): prints the folder.
#
#   VERSION=0.3.0 SHA256=... RELEASES=https://.../releases/download packaging/fetch.sh FOLDER
#
# SHA256 is that of jfrtool-VERSION-linux-PROCESSOR.tar.gz, as the release's SHA256SUMS has it: what runs in
# a job is what was looked at, whatever happened to the release since.
set -euo pipefail
into=${1:?a folder}
name=jfrtool-${VERSION:?the version of a release}-linux-$(uname -m)
if [ ! -x "$into/$name/jfrtool" ]; then
    mkdir -p "$into"
    curl -fsSL --retry 3 "${RELEASES:?where releases are}/v$VERSION/$name.tar.gz" -o "$into/$name.tar.gz"
    if ! echo "${SHA256:?the sum of the tarball}  $into/$name.tar.gz" | sha256sum -c --quiet >&2; then
        echo "jfrtool: $name.tar.gz is not the file whose SHA-256 was given; nothing of it was run" >&2
        rm -f "$into/$name.tar.gz"
        exit 1
    fi
    tar -xzf "$into/$name.tar.gz" -C "$into"
fi
echo "$into/$name"
