# Makes functions in C that put values on a sheet of what the keys of JSON outputs say of themselves (gc.keys ->
# build/cmd/keys/gc_shown.h, for who includes that behind what the values call). So a key stands once: its name, type and
# meaning, its title for people, and where its value is. What is wrong is said with its line.
#
#   >> [in ROOM] NAME(PARAMETERS)
#                               begins a function, whose last parameter is the sheet: it writes what the keys below it say,
#                               up to the next one, the next part or a key further out; in ROOM: only where that is asked for
#   >> rows NAME(PARAMETERS) [heads(PARAMETERS)]
#                               begins two, of a table: NAME_columns and NAME_row; cells: NAME_cells of a row that began
#   KEY  TYPE  MEANING  <- SAY  what the key says; behind it, or in lines below. Without it others write the key
#   - [KEY] <- SAY              what has no key, or one of which nothing is said
#
# SAY
#
#   VALUE[; VALUE]              of each key of the line a field; in rows with a title: a column and its cell
#     [ATTRIBUTES "TITLE"] [when (CONDITION)] [KIND:]EXPRESSION
#     KIND: of a cell (count, bytes, ns, name...), unless type or name say it; cell: it is one, as what begins with cell_;
#     add: it adds the cell itself
#     ATTRIBUTES: number, text, name, words, wrapped: unless the type says it; wide; known; within(COLUMNS); people, programs,
#     json, rows, tables, not_text, for(FORMATS): who sees it; title(EXPRESSION) in the place of "TITLE"
#   each TYPE, ITEM, ARRAY      of an array: an element of each
#   table[(OPTIONS)] ["TITLE"] each TYPE, ITEM, ARRAY [skip (CONDITION)] [until (CONDITION) [more "NOUN"]]
#                               a row of each, up to the condition; both may ask how many are shown; more: how many are
#                               not is said below it
#   object if (CONDITION)       is null if not
#   add CALL [heads CALL]       a function that writes it, and in rows one for its columns
#   let DECLARATION             of the values below
#   when (CONDITION) SAY        of what has no key
#   pair "LABEL" ["WORDS"] VALUE[; VALUE]
#   note "WORDS" VALUE[; VALUE] likewise lines, bullet
#   group "TITLE", end          what stands between them is under a title

function wrong(what) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, what, $0 | "cat >&2"
    failed = 1
    exit 1
}

# Keys that may be absent are written without the mark that says so.
function without_mark(names) {
    gsub(/\?/, "", names)
    return names
}

function put(code) {
    body[level] = body[level] "    " code "\n"
}

# Takes what fits off the beginning of `rest`.
function take(pattern,   out) {
    if (!match(rest, "^(" pattern ")")) return ""
    out = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    sub(/^ +/, "", rest)
    return out
}

# Takes "(...)" with what is in brackets within.
function take_brackets(   i, depth, c, out) {
    for (i = 1; i <= length(rest); i++) {
        c = substr(rest, i, 1)
        depth += (c == "(") - (c == ")")
        if (depth == 0) break
    }
    out = substr(rest, 1, i)
    rest = substr(rest, i + 1)
    sub(/^ +/, "", rest)
    return out
}

function kind_of(key, type) {
    if (key ~ /percent$/) return "percent"
    if (key ~ /_ns$/) return "ns"
    if (type ~ /^boolean/) return "bool"
    if (type ~ /^string/ || type ~ /\|/) return "text"
    if (key ~ /bytes$/) return "bytes"
    if (type ~ /^integer/) return "count"
    wrong("which kind of cell is " key)
}

function cell_of(key, type,   kind) {
    if (rest ~ /^(cell|words)_/) return rest
    if (take("cell:") != "") return rest
    kind = take("[a-z_]+:")
    if (kind == "") kind = kind_of(key, type)
    sub(/:/, "", kind)
    return "cell_" kind "(" rest ")"
}

function formats_of(who) {
    if (who == "not_text") return "SHEET_ALL & ~(unsigned)SHEET_TEXT"
    return "SHEET_" toupper(who)
}

# A column in C of what stands in front of a value; "": there is none.
function column_of(key, type,   how, out, before, width, who, for_whom, is_column) {
    how = type ~ /^(integer|number)/ ? "number" : "text"
    before = ""
    who = ""
    while ((out = take("(number|text|name|words|wrapped|wide|known|people|programs|json|rows|tables|not_text) |within\\([0-9]+\\) ")) != "") {
        sub(/ $/, "", out)
        is_column = 1
        if (out ~ /^within/) {
            gsub(/[^0-9]/, "", out)
            width = out
        } else if (out ~ /^(wide|known)$/) before = out
        else if (out ~ /^(number|text|name|words|wrapped)$/) how = out
        else who = out
    }
    if (take("for") != "") for_whom = take_brackets()
    out = take("\"[^\"]*\" ")
    if (out == "" && rest ~ /^title\(/) {
        rest = substr(rest, 6)
        out = take_brackets()
    }
    if (out == "") {
        if (is_column) wrong("a column has no title")
        return ""
    }
    sub(/ $/, "", out)
    out = "column_" how "(" out ", " (key == "-" ? "NULL" : "\"" key "\"") ")"
    if (width != "") out = "column_within(" width ", " out ")"
    if (before != "") out = "column_" before "(" out ")"
    if (for_whom != "") out = "column_for(" for_whom ", " out ")"
    if (who != "") out = "column_for(" formats_of(who) ", " out ")"
    return out
}

function say_value(key, type, value,   column, condition, cell, itself) {
    rest = value
    if (type == "") type = types[key]
    column = column_of(key, type)
    if (take("when ") != "") condition = "if " take_brackets() " "
    itself = take("add:") != ""
    cell = itself ? rest : cell_of(key, type)
    if (column == "" && key == "-") wrong("what has no key is a column")
    if (column == "") put(condition "sheet_field(sheet, \"" key "\", " cell ");")
    else {
        if (!in_table[level]) wrong("there is no table")
        heads[level] = heads[level] "    " condition "sheet_column(sheet, " column ");\n"
        put(condition (itself ? cell ";" : "sheet_cell(sheet, " cell ");"))
    }
}

# Values that have no key, as arguments.
function cells_of(list,   parts, count, i, out) {
    count = split(list, parts, "; ")
    for (i = 1; i <= count; i++) {
        rest = parts[i]
        if (rest !~ /^(cell|words)_/ && rest !~ /^[a-z_]+:/) wrong("which kind of cell is " rest)
        out = out ", " cell_of("", "")
    }
    return out
}

# Objects and tables that have begun further in than this are over.
function close_to(depth,   code) {
    while (level > 0 && at_depth[level] >= depth) {
        code = body[level]
        level--
        if (closing[level + 1] == "table")
            body[level] = body[level] opening[level + 1] heads[level + 1] looping[level + 1] code "    }\n    sheet_end(sheet);\n" left_out[level + 1] "    }\n"
        else if (code != "") body[level] = body[level] opening[level + 1] code closing[level + 1]
    }
}

function open_at(depth, before, after) {
    level++
    at_depth[level] = depth
    opening[level] = before
    closing[level] = after
    body[level] = heads[level] = ""
    in_table[level] = after == "table"
}

function say_table(key, depth,   options, title, each, skip, until, counts, noun, code) {
    rest = substr(rest, 6)
    options = rest ~ /^\(/ ? take_brackets() : ""
    gsub(/^\(|\)$/, "", options)
    sub(/^ +/, "", rest)
    title = take("\"[^\"]*\" ")
    sub(/ $/, "", title)
    if (title == "" && take("title") != "") title = take_brackets()
    each = rest
    sub(/ (skip|until) \(.*/, "", each)
    rest = substr(rest, length(each) + 2)
    sub(/^each /, "", each)
    if (take("skip ") != "") skip = take_brackets()
    if (take("until ") != "") until = take_brackets()
    if (take("more ") != "") noun = rest
    counts = (skip until) ~ /shown/
    code = "    {\n" (counts ? "    size_t shown = 0;\n" : "") (noun ? "    size_t more = 0;\n" : "")
    if (title != "") code = code "    sheet_titled_table(sheet, " title ", \"" key "\");\n"
    else code = code "    sheet_table(sheet, (struct sheet_table){.key = \"" key "\"" (options == "" ? "" : ", " options) "});\n"
    open_at(depth, code, "table")
    left_out[level] = noun ? "    event_columns_say_left_out(more, " noun ", sheet);\n" : ""
    code = "    EACH (" each ") {\n"
    if (skip != "") code = code "    if " skip " continue;\n"
    if (until != "") code = code "    if " until (noun ? " {\n    more++;\n    continue;\n    }\n" : " break;\n")
    looping[level] = code (counts ? "    shown++;\n" : "") "    sheet_row(sheet);\n"
}

function say_words(what,   label, pattern) {
    label = what == "pair" ? take("\"[^\"]*\"") : ""
    pattern = take("\"[^\"]*\"")
    if (what == "pair" && pattern == "") put("sheet_pair(sheet, NULL, " label cells_of(rest) ");")
    else if (what == "pair") put("words_pair(sheet, " label ", " pattern cells_of(rest) ");")
    else if (rest == "") put("sheet_" what "(sheet, SHEET_PEOPLE, " pattern ");")
    else put("words_say(sheet_" what ", sheet, SHEET_PEOPLE, " pattern cells_of(rest) ");")
}

# What the keys of a line say.
function say(names, type, depth, what,   parts, keys, count, i) {
    rest = what
    names = without_mark(names)
    if (names !~ /^(-|\+ [a-z-]+|[a-z0-9_]+(, [a-z0-9_]+)*)$/) wrong("no key is called so")
    if (names == "-" && take("when ") != "") {
        body[level] = body[level] "    if " take_brackets()
        what = rest
    }
    if (rest ~ /^each /) open_at(depth, "    sheet_array(sheet, \"" names "\");\n    EACH (" substr(rest, 6) ") {\n" (type ~ /object/ ? "    sheet_object(sheet, NULL);\n" : ""), (type ~ /object/ ? "    sheet_end(sheet);\n" : "") "    }\n    sheet_end(sheet);\n")
    else if (rest ~ /^table[( ]/) say_table(names, depth)
    else if (rest ~ /^object if /) {
        sub(/^object if /, "", rest)
        open_at(depth, "    if (!" take_brackets() ") sheet_field(sheet, \"" names "\", cell_missing());\n    else {\n    sheet_object(sheet, \"" names "\");\n", "    sheet_end(sheet);\n    }\n")
    } else if (rest ~ /^add /) {
        sub(/^add /, "", rest)
        put(take("[a-z_]+") take_brackets() ";")
        if (take("heads ") != "") heads[level] = heads[level] "    " rest ";\n"
    } else if (rest ~ /^let /) put(substr(rest, 5) ";")
    else if (rest == "end") put("sheet_end(sheet);")
    else if (take("group ") != "") put("sheet_group(sheet, (struct sheet_group){.title = " rest "});")
    else if (match(rest, /^(pair|note|lines|bullet) /)) say_words(substr(take("[a-z]+ "), 1, RLENGTH - 1))
    else {
        count = split(what, parts, "; ")
        if (count != split(names, keys, ", ")) wrong("not as many values as keys")
        for (i = 1; i <= count; i++) {
            say_value(keys[i], type, parts[i])
        }
    }
}

function end_function() {
    if (name == "") return
    close_to(0)
    if (body[0] == "") wrong(name " says nothing")
    if (rows != "") {
        printf "\nstatic inline void %s_columns(%sstruct sheet *sheet) {\n%s}\n", name, heads_of, heads[0]
        printf "\nstatic inline void %s_%s(%s, struct sheet *sheet) {\n%s%s}\n", name, rows, parameters, rows == "row" ? "    sheet_row(sheet);\n" : "", body[0]
    } else printf "\nstatic inline void %s(%s, struct sheet *sheet) {\n%s}\n", name, parameters, body[0]
    name = ""
}

function begin_function(depth) {
    end_function()
    sub(/^ *>> /, "")
    rest = $0
    at_room = take("in ") == "" ? "" : take("[a-z_]+ ")
    sub(/ $/, "", at_room)
    elsewhere = at_room != room
    if (elsewhere) return
    rows = take("rows ") != "" ? "row" : take("cells ") != "" ? "cells" : ""
    name = take("[a-z_]+")
    parameters = take_brackets()
    gsub(/^\(|\)$/, "", parameters)
    heads_of = ""
    if (take("heads") != "") {
        heads_of = take_brackets()
        gsub(/^\(|\)$/, "", heads_of)
        heads_of = heads_of ", "
    }
    function_depth = depth
    level = 0
    in_table[0] = rows != ""
    body[0] = heads[0] = ""
}

BEGIN { print "/* Made by cmd/keys/shown.awk. */\n#pragma once" }
/^#/ || /^$/ { next }
FNR == NR { # what is said everywhere
    if (/^[:=]/) everywhere = /^: everywhere/
    split(everywhere ? $0 : "", columns, /   */)
    count = split(columns[1], common, ", ")
    for (i = 1; i <= count; i++) types[common[i]] = columns[2]
    next
}
/^[:=] / {
    end_function()
    elsewhere = 0
    next
}
{
    match($0, /^ */)
    depth = RLENGTH / 4
}
/^ *>> / {
    begin_function(depth)
    next
}
/^ *<- / {
    if (name == "" && elsewhere) next
    if (name == "") wrong("what says it is no function")
    sub(/^ *<- /, "")
    if (level > 0 && at_depth[level] == last_depth && body[level] == "") level-- # an object that others write
    say(last_names, last_type, last_depth, $0)
    next
}
{
    if (name != "" && depth < function_depth) end_function()
    said = index($0, " <- ")
    text = said ? substr($0, 1, said - 1) : $0
    gsub(/^ *| *$/, "", text)
    sub(/^- /, "", text)
    split(text, columns, /   */)
    last_names = columns[1]
    last_type = columns[2]
    last_depth = depth
    if (name == "") {
        if (said && !elsewhere) wrong("what says it is no function")
        next
    }
    close_to(depth)
    if (said) say(last_names, last_type, depth, substr($0, said + 4))
    else if (last_type ~ /^object/) open_at(depth, "    {\n    sheet_object(sheet, \"" without_mark(last_names) "\");\n", "    sheet_end(sheet);\n    }\n")
}
END { if (!failed) end_function() }
