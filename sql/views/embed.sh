#!/bin/sh
# Makes a C table of the texts given: {"gc-pauses", "-- GC Pauses\n..."}, one each.
set -eu
echo "/* Made by sql/views/embed.sh. */"
for file in "$@"; do
    name=${file##*/}
    printf '{"%s",\n' "${name%.*}"
    sed -e 's/[\\"?]/\\&/g' -e 's/.*/    "&\\n"/' "$file"
    echo '},'
done
