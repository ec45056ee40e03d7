# Makes wishes in C of what is wished for, with the names of tables and columns (gc.wishes -> build/analyzers/gc/gc_wishes.h).
# Read behind base/definitions.awk, which says what a line is, and base/lists.awk, which has @.
#
#   wishes  ENUM ROWS COUNT [PREFIX]
#           begins: the enum of the tables (-: it has no name), what initializes all in their order and the enumerator
#           behind the last, as they are called in C; tables begin with PREFIX there
#   table   NAME EVENT [COLUMN=]PATH ...
#           a wish; NAME is its number in C (-: nobody asks), COLUMN its column's, which others may have at the same place
#   mark    NAME    the number of the next table

function statement(   path, count, at_name, paths, name, event) {
    if (expand()) return
    rest = line
    kind = word()
    if (kind == "wishes") {
        enum = word()
        rows = word()
        total = word()
        prefix = rest
        tables = 0
    } else if (kind == "mark") {
        names = names "    " prefix word() " = " tables ",\n"
    } else if (kind == "table") {
        name = word()
        event = word()
        if (name != "-") names = names "    " prefix name " = " tables ",\n"
        tables++
        count = 0
        while (rest != "") {
            path = word()
            at_name = index(path, "=")
            if (at_name) {
                name = substr(path, 1, at_name - 1)
                path = substr(path, at_name + 1)
                if (!(name in columns)) order[++known] = name
                else if (columns[name] != count) wrong("another table has " name " at another place")
                columns[name] = count
            }
            paths = paths (count++ ? ", " : "") quoted(path)
        }
        wishes = wishes " \\\n    {" quoted(event) ", {" paths "}},"
    } else wrong("no definition says " kind)
}

function finish(   i) {
    print "/* Made by analyzers/tables/wishes.awk of " FILENAME ". */\n#pragma once"
    print "enum " (enum == "-" ? "" : enum " ") "{\n" names "    " total " = " tables "\n};"
    for (i = 1; i <= known; i++) print (i == 1 ? "enum {\n" : "") "    " order[i] " = " columns[order[i]] ","
    if (known) print "};"
    print "#define " rows wishes
}
