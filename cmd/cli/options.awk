# Makes the tables of options in C of their definitions (cmd/diff.options -> build/cmd/diff_options.h).
# Read behind base/definitions.awk, which says what a line is.
#
#   options   STRUCT [BASE]     the struct that they fill, which is made with a field for each option, of the type of its
#             kind, and a struct option_base of that name, base unless it is said
#   field     TYPE NAME[, ...]  another one, behind those: what groups of options fill, what is parsed
#   choices   [public] NAME     begins a table of values that an option has
#   word      NAME VALUE[: HELP]
#   rows      NAME [STRUCT]     begins a table of options; STRUCT: which C has, of which the places are
#   KIND      NAME [-LETTER] [ARGUMENT] [at PLACE] [of CHOICES] [by PARSE] [known FUNCTION] [is VALUE] [= DEFAULT]: HELP
#             an option; KIND: flag, set, choice, text, list, commas, count, real, parsed; PLACE: unless it is the
#             name, with _ for each -; its type has to be the kind's
#   expects   TEXT              of the option above, for errors; @NAME, here and of HELP: a text that C has
#   also      NAMES             likewise, what other programs call it
#   again     NAME [at PLACE] [= DEFAULT][: HELP]
#             the option of that name that stands above, or in cmd/cli/shared.options, which is read first
#   help                        --help
#   shares    NAME ROWS [TOPIC [open FUNCTION] [close FUNCTION]]: TITLE
#             rows as a group that commands share; without a TOPIC those of the file do
#   groups    NAME              begins a table of groups
#   own       ROWS: TITLE       rows as a group
#   group     GROUP [PLACE]     one that commands share, and where its struct lies; or a macro for several, the last
#   command   NAME [OPERANDS]   what has these options: in C command_NAME
#   writes    FORMAT...         the usual one first; sheets: those of sheets; results: of statements
#   does      [runs FUNCTION] [operand] [hidden] [needs] [answer]
#             operand: there has to be one; needs, answer: say_needs and make_answer, for answer_run (cmd/read/answer.h)
#   uses      GROUPS            if they are not groups
#   fills     STRUCT            if it is not the one that is made; option_base: none

# @NAME: a text that C has.
function text_of(text) {
    return text ~ /^@/ ? substr(text, 2) : quoted(text)
}

# Takes the help off its end.
function take_help(   colon) {
    help = ""
    colon = index(rest, ": ")
    if (!colon) return
    help = substr(rest, colon + 2)
    rest = substr(rest, 1, colon - 1)
}

function offset_of(place) {
    return "offsetof(struct " struct ", " place ")"
}

function end_row() {
    if (row != "") out = out "    {" row "},\n"
    row = ""
}

function end_table() {
    end_row()
    if (table == "groups") out = out (last_group ~ /^[A-Z_]+$/ ? "" : "    {NULL, 0}") "};\n"
    if (table == "choices") out = out "    {NULL, NULL, 0}};\n"
    if (table == "rows") out = out "    {.name = NULL}};\n"
    table = ""
}

function begin_table(of,   name, visible) {
    end_table()
    visible = "static "
    name = word()
    if (name == "public") {
        visible = ""
        name = word()
    }
    table = of
    out = out visible "const struct option_" structs[of] " " name "[] = {\n"
    if (of == "rows") struct = rest == "" ? made : word()
}

function shares(   name, fields) {
    end_table()
    take_help()
    name = word()
    fields = ".title = " quoted(help) ", .rows = " word()
    out = out (rest == "" ? "static " : "")
    if (rest != "") fields = fields ", .topic = " quoted(word())
    while (rest != "") fields = fields ", ." word() " = " word()
    out = out "const struct option_group " name " = {" fields "};\n"
}

function declare_function(declaration) {
    if (!(declaration in functions)) heads = heads declaration
    functions[declaration] = 1
}

function does(   what) {
    run = "answer_run"
    while (rest != "") {
        what = word()
        if (what == "runs") {
            run = word()
            declare_function("static int " run "(const struct command *command, struct option_base *options);\n")
        } else if (what == "operand") command = command ".operand_needed = true, "
        else if (what == "hidden") command = command ".hidden = true, "
        else if (what == "needs") {
            command = command ".needs = say_needs, "
            declare_function("static int say_needs(struct answer *answer, struct needs *needs);\n")
        } else if (what == "answer") {
            command = command ".answer = make_answer, "
            declare_function("static int make_answer(struct answer *answer);\n")
        } else wrong("no command does " what)
    }
}

function writes(   list, format) {
    while (rest != "") {
        format = word()
        if (format == "sheets") format = "FORMATS_OF_SHEETS"
        else if (format == "results") format = "RESULT_FORMATS"
        else format = quoted((list == "" ? "" : " ") format)
        list = list (list == "" ? "" : " ") format
    }
    command = command ".writes = " list ", "
}

function end_command() {
    if (command != "")
        commands = commands "const struct command command_" called " = {" command ".run = " run ", .groups = " uses \
            ", .options_size = sizeof(struct " fills ")};\n"
    command = ""
}

function begin_command(   name) {
    end_table()
    end_command()
    called = name = word()
    gsub(/-/, "_", called)
    command = ".name = " quoted(name) ", " (rest == "" ? "" : ".operands = " quoted(rest) ", ")
    run = "answer_run"
    uses = "groups"
    fills = made
}

# A field of the struct that is made, unless it is there or lies in another one.
function declare(kind, place) {
    if (struct != made || place ~ /\./ || place in declared || kind == "parsed") return
    declared[place] = 1
    fields_made = fields_made "    " types[kind] " " place ";\n"
}

function field(   names, count, i, name) {
    count = split(rest, names, /,/)
    for (i = 1; i <= count; i++) {
        name = names[i]
        sub(/^.*[ *]/, "", name)
        declared[name] = 1
    }
    fields_said = fields_said "    " rest ";\n"
}

function group(   place) {
    last_group = word()
    place = rest == "" ? "0" : "AT(" word() ")"
    out = out "    " (last_group ~ /^[A-Z_]+$/ ? last_group : "{&" last_group ", " place "}") ",\n"
}

function option(kind, own_help,   name, argument, place, fields, next_word) {
    take_help()
    if (own_help != "") help = own_help
    if (help == "") wrong("expected a colon and what the option does")
    name = word()
    place = name
    gsub(/-/, "_", place)
    fields = ""
    while (rest != "") {
        next_word = word()
        if (next_word ~ /^-.$/) fields = fields ", .letter = '" substr(next_word, 2) "'"
        else if (next_word ~ /^[A-Z]/) fields = fields ", .argument = " quoted(next_word)
        else if (next_word == "at") place = word()
        else if (next_word == "of") fields = fields ", .choices = " word()
        else if (next_word == "by") fields = fields ", .parse = " word()
        else if (next_word == "known") fields = fields ", .known = " word()
        else if (next_word == "is") fields = fields ", .value = " word()
        else if (next_word == "=") {
            fields = fields ", .initial = " (rest ~ /^[A-Z_]+$/ ? rest : quoted(rest))
            rest = ""
        } else wrong("no option says " next_word)
    }
    declare(kind, place)
    row = ".name = " quoted(name) ", .kind = OPTION_" enumerator[kind] ", .offset = " offset_of(place) fields \
        ", .help = " text_of(help)
    if (kind in types)
        checks = checks "_Static_assert(_Generic(((struct " struct " *)0)->" place ", " types[kind] ": 1, " \
            (types[kind] == "int" ? "unsigned: 1, " : "") "default: 0), " \
            quoted("--" name " needs " types[kind]) ");\n"
}

function statement(   key, name) {
    rest = line
    key = word()
    if (key in structs) begin_table(key)
    else if (key == "options") {
        made = word()
        base = rest == "" ? "base" : word()
    } else if (key == "field") field()
    else if (key == "shares") shares()
    else if (key == "command") begin_command()
    else if (key == "writes") writes()
    else if (key == "does") does()
    else if (key == "uses") uses = word()
    else if (key == "fills") fills = word()
    else if (key == "own") {
        take_help()
        out = out "    OWN_GROUP(" quoted(help) ", " word() "),\n"
        last_group = ""
    } else if (key == "group") group()
    else if (key == "word") {
        take_help()
        name = word()
        out = out "    {" quoted(name) ", " (help == "" ? "NULL" : quoted(help)) ", " word() "},\n"
    } else if (key == "expects") {
        if (row != "") row = row ", .expected = " text_of(rest)
        more[last] = more[last] "\n" line
    } else if (key == "also") {
        if (row != "") row = row ", .also = " quoted(rest)
        more[last] = more[last] "\n" line
    } else if (key == "again") {
        end_row()
        take_help()
        name = word()
        repeat(name, rest, help)
    } else if (key == "help") {
        end_row()
        out = out "    HELP_ROW,\n"
    } else if (key in enumerator) {
        end_row()
        last = rest
        sub(/ .*/, "", last)
        sub(/:$/, "", last)
        first[last] = line
        more[last] = ""
        if (table == "rows") option(key, "")
    } else wrong("no definition says " key)
}

# The lines of an option once more, with what is different.
function repeat(name, words, own_help,   lines, count, i) {
    if (!(name in first)) wrong("no option above has the name")
    rest = first[name]
    i = word()
    count = index(rest, words ~ /=/ || rest !~ / = / ? ": " : " = ")
    if (words != "") rest = substr(rest, 1, count - 1) " " words substr(rest, count)
    option(i, own_help)
    count = split(substr(more[name], 2), lines, "\n")
    for (i = 1; i <= count; i++) {
        rest = lines[i]
        if (word() == "also") row = row ", .also = " quoted(rest)
        else row = row ", .expected = " text_of(rest)
    }
}

BEGIN {
    split("flag set choice text list count real parsed", kinds, " ")
    for (i in kinds) enumerator[kinds[i]] = toupper(kinds[i])
    enumerator["commas"] = "COMMA_LIST"
    structs["choices"] = "choice"
    structs["rows"] = "row"
    structs["groups"] = "use"
    types["flag"] = "bool"
    types["set"] = types["choice"] = "int"
    types["text"] = "const char *"
    types["list"] = types["commas"] = "struct text_list"
    types["count"] = "uint64_t"
    types["real"] = "double"
}

function finish() {
    end_table()
    end_command()
    print "/* Made by cmd/cli/options.awk of " FILENAME ". */"
    if (made != "")
        printf "struct %s {\n    struct option_base %s;\n%s%s};\n#define AT(field) offsetof(struct %s, field)\n", made, base,
            fields_made, fields_said, made
    printf "%s%s%s%s", out, checks, heads, commands
}
