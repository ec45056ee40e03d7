#!/bin/sh
# Turns an asset into a C header: cmd/assets/flame/ui.js -> static const char asset_flame_ui_js[] = "...".
# Indentation and lines that are nothing but a // comment stay behind: every picture carries the
# rest. So assets must not have string literals that span lines.
#
#   embed.sh FILE
#   embed.sh --packed NAME FILE...     all of them, one after the other, as gzip: asset_NAME, of unsigned char
set -eu
packed=
if [ "$1" = --packed ]; then
    packed=$2
    shift 2
fi
if grep -n -e ']]>' -e '</script' "$@" >&2; then
    echo "embed.sh: that would end the CDATA section or the script it is put into" >&2
    exit 1
fi
bare() { # bare COMMAND FILE...: what is kept, after each line of it this command of sed
    command=$1
    shift
    cat "$@" | sed -e 's/^[[:space:]]*//' -e '/^\/\//d' -e '/^$/d' -e "$command"
}
echo "/* Made from $* by embed.sh. */"
if [ "$packed" ]; then
    echo "static const unsigned char asset_${packed}[] = {"
    bare '' "$@" | gzip -9n | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
    echo '};'
else
    name=$(printf '%s\n' "${1#cmd/assets/}" | tr -c 'A-Za-z0-9\n' '_')
    echo "static const char asset_${name}[] ="
    bare 's/[\\"?]/\\&/g; s/.*/    "&\\n"/' "$1"
    echo '    "";'
fi
