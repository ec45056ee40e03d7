#!/usr/bin/env bash
# The documents as pages of HTML, one folder that needs no server. Needs pandoc (Debian).
#
#   docs/site/build.sh FOLDER [WHERE]
#
# WHERE is the address of the sources, for links to files that are not documents. Ends with 1 if a link
# leads nowhere, and says which.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
into=${1:?a folder}
where=${2:-..}
command -v pandoc >/dev/null || {
    echo "docs: pandoc is not installed (package pandoc)" >&2
    exit 1
}
mkdir -p "$into"
into=$(cd "$into" && pwd)
cp docs/site/style.css "$into/"
tool=${JFRTOOL:-build/jfrtool}
# Schemas, which the program writes.
mkdir -p "$into/schemas"
for name in $("$tool" generate schema); do
    "$tool" generate schema "$name" >"$into/schemas/$name.json"
done
# What documents lead to and show: pictures, the notebook. Links to sources stay links.
grep -ohE '\]\([^)#]+' README.md docs/*.md | sed -e 's,^](,,' -e 's,^docs/,,' | sort -u | while read -r linked; do
    case $linked in
        http* | ../* | *.md) ;;
        *) (if [ -e "docs/$linked" ]; then cd docs; fi && cp -r --parents "${linked%/}" "$into/") ;;
    esac
done

# The program in a tab, first of all, if make web has made it.
first=
if [ -e dist/jfrtool.html ]; then
    cp dist/jfrtool.html docs/site/offline.js "$into/"
    first='<a href="jfrtool.html"><strong>Drop your recording</strong></a>
<script>navigator.serviceWorker?.register("offline.js").catch(() => 0)</script>'
fi

title() { # title DOCUMENT
    sed -n 's/^# //p' "$1" | head -n 1
}
# In the order of the index; the first page is the README.
documents=(README.md docs/index.md)
while read -r name; do
    documents+=("docs/$name")
done < <(grep -oE '^\| \[[a-z-]+\.md\]|^\| \[CHANGELOG\.md\]' docs/index.md | grep -oE '[A-Za-z-]+\.md')
page() { # page DOCUMENT: the name of its page
    case $1 in
        README.md) echo index.html ;;
        docs/index.md) echo documents.html ;;
        *) basename "$1" .md | sed 's/$/.html/' ;;
    esac
}
keys() { # keys NAME
    "$tool" generate keys "$1"
    [ ! -e "$into/schemas/$1.json" ] || printf '\n[Schema](schemas/%s.json)\n' "$1"
}
# "Keys: [gc](../cmd/keys/gc.keys)" becomes the table of them; behind the line on reports there are those of all.
with_keys() { # with_keys DOCUMENT
    local line name
    while IFS= read -r line; do
        case $line in
            'Keys: ['*)
                name=${line#*[} name=${name%%]*}
                keys "$name"
                ;;
            *'[reports](../reports)'*)
                printf '%s\n' "$line"
                for name in $(basename -s .report reports/*.report); do
                    [ ! -e "cmd/keys/$name.keys" ] || continue
                    printf '\n### %s\n\n' "$name"
                    keys "$name"
                done
                ;;
            *) printf '%s\n' "$line" ;;
        esac
    done <"$1"
}
for document in "${documents[@]}"; do
    {
        printf '<nav><strong>jfrtool</strong>\n%s\n' "$first"
        for other in "${documents[@]}"; do
            here=
            [ "$other" != "$document" ] || here=' class="here"'
            printf '<a href="%s"%s>%s</a>\n' "$(page "$other")" "$here" "$(title "$other" | sed 's/&/\&amp;/g; s/</\&lt;/g')"
        done
        printf '</nav>\n<main>\n'
    } >"$into/before.html"
    echo '</main>' >"$into/after.html"
    # Documents become pages; what lies beside docs/ is with the sources.
    with_keys "$document" | sed -E -e 's#\]\((docs/)?index\.md#](documents.html#g' -e 's#\]\((docs/)?([A-Za-z-]+)\.md#](\2.html#g' \
        -e 's#\]\(docs/([a-z-]+\.(png|svg))#](\1#g' -e "s#\]\(\.\./#]($where/#g" |
        pandoc --from gfm --to html5 --standalone --metadata "pagetitle=jfrtool: $(title "$document")" --css style.css \
            --include-before-body "$into/before.html" --include-after-body "$into/after.html" \
            --output "$into/$(page "$document")"
done
rm "$into/before.html" "$into/after.html"
exec python3 docs/site/links.py "$into" "$where"
