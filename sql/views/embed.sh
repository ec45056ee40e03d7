#!/bin/sh
# Makes a C table of views of the files given: {"gc-pauses", "-- GC Pauses\n..."}, one each.
set -eu
echo "/* Made from sql/views/ by embed.sh. */"
for file in "$@"; do
    name=${file##*/}
    printf '{"%s",\n' "${name%.sql}"
    sed -e 's/[\\"?]/\\&/g' -e 's/.*/    "&\\n"/' "$file"
    echo '},'
done
