#!/bin/sh
# Turns an asset into a C header: cmd/assets/flame/ui.js -> static const char asset_flame_ui_js[] = "...".
# Indentation and lines that are nothing but a // comment stay behind: every picture carries the
# rest. So assets must not have string literals that span lines.
set -eu
name=$(printf '%s\n' "${1#cmd/assets/}" | tr -c 'A-Za-z0-9\n' '_')
if grep -n -e ']]>' -e '</script' "$1" >&2; then
    echo "embed.sh: $1 would end the CDATA section or the script it is put into" >&2
    exit 1
fi
echo "/* Made from $1 by embed.sh. */"
echo "static const char asset_${name}[] ="
sed -e 's/^[[:space:]]*//' -e '/^\/\//d' -e '/^$/d' \
    -e 's/[\\"?]/\\&/g' -e 's/.*/    "&\\n"/' "$1"
echo '    "";'
