# Makes rows of a table in C of lines of words (parser/waits.table -> build/parser/waits_table.h), for who includes that
# between the braces. Read behind base/definitions.awk, which says what a line is, and base/lists.awk, which has @.
#
#   form   {$text, WAITS_$, $rest},     what the lines below become: the words of a line in the place of
#
#     $       the next word, as it is; behind a PREFIX_ in capitals, several with + between them; - is 0
#     $text   the next word, quoted, if it is not; - is NULL
#     $rest   what is left of the line, likewise; nothing is NULL
#     $each   each of the words that are left, quoted: a row for each of them
#     $EACH   the same, as they are

function as_text(text) {
    return text == "-" || text == "" ? "NULL" : text ~ /^".*"$/ ? text : quoted(text)
}

function as_names(prefix, names,   parts, count, i, out) {
    if (names == "-") return 0
    count = split(names, parts, "+")
    for (i = 1; i <= count; i++) out = out (i > 1 ? " | " : "") prefix (prefix == "" ? parts[i] : toupper(parts[i]))
    return out
}

function row(   left, out, at_rest, prefix) {
    left = form
    at_rest = 0
    while (match(left, /[A-Z_0-9]*\$(text|rest|each|EACH)?/)) {
        out = out substr(left, 1, RSTART - 1)
        what = substr(left, RSTART, RLENGTH)
        left = substr(left, RSTART + RLENGTH)
        if (what ~ /\$(rest|each|EACH)$/) out = out "\001"
        else if (what ~ /\$text$/) out = out as_text(word())
        else out = out as_names(substr(what, 1, length(what) - 1), word())
    }
    out = out left
    if (form ~ /\$rest/) put(out, as_text(rest))
    else if (form ~ /\$each/) while (rest != "") put(out, as_text(word()))
    else if (form ~ /\$EACH/) while (rest != "") put(out, word())
    else if (rest != "") wrong("there is more than the form has")
    else print out
}

function put(out, value,   at_mark) {
    at_mark = index(out, "\001")
    print substr(out, 1, at_mark - 1) value substr(out, at_mark + 1)
}

function statement() {
    if (expand()) return
    rest = line
    if (rest ~ /^form /) {
        word()
        form = rest
    } else row()
}

function finish() {
}
