#!/usr/bin/env bash
# DuckDB's C interface for extensions, duckdb.h and duckdb_extension.h, of its package in npm's registry,
# pinned by version and SHA-256: what is built with it loads in any DuckDB from 1.2 on.
#
#   duckdb/header.sh FOLDER         exit code 3: it cannot be had here
set -uo pipefail
into=${1:?a folder}
version=1.4.4
sum=5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
command -v npm >/dev/null || {
    echo "duckdb: npm is not installed, which fetches DuckDB's header (Debian: npm)" >&2
    exit 3
}
mkdir -p "$into" && cd "$into" || exit 1
timeout 300 npm pack --silent "duckdb@$version" >log 2>&1 || {
    echo "duckdb: npm cannot fetch duckdb@$version, which has DuckDB's header: $(tail -n 1 log | cut -c 1-200)" >&2
    exit 3
}
echo "$sum  duckdb-$version.tgz" | sha256sum --check --status || {
    echo "duckdb: what npm sent is not the duckdb-$version.tgz whose SHA-256 is known" >&2
    rm -f "duckdb-$version.tgz"
    exit 1
}
folder=package/src/duckdb/src/include
tar -xzf "duckdb-$version.tgz" --strip-components=5 "$folder/duckdb.h" "$folder/duckdb_extension.h" || exit 1
rm -f "duckdb-$version.tgz"
# As long ago as the archive says: make would fetch them again and again.
touch duckdb.h duckdb_extension.h
