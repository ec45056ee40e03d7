# Makes the table of tools in C (cmd/mcp/tools.text has the words).

# Takes off the end what stands behind the colon.
function take_text(   colon) {
    colon = index(rest, ":")
    if (!colon) wrong("expected a colon, and words behind it")
    words = substr(rest, colon + 1)
    sub(/^ /, "", words)
    rest = substr(rest, 1, colon - 1)
}

# A recording's help goes on with which there are.
function argument(   name, kind, option) {
    take_text()
    name = word()
    kind = word()
    option = name
    if (rest != "" && rest != "needed") option = word()
    arguments[name] = ".name = " quoted(name == "rows" ? "by" : name) ", .kind = " toupper(kind) \
        (kind ~ /^(text|count|claims)$/ ? ", .option = " quoted(option) : "") (rest == "" ? "" : ", .needed = true") \
        ", .help = " quoted(words (kind ~ /^(recording|report)$/ && words != "" ? " " : ""))
}

function takes(   list, name, most, numbers) {
    while (rest != "") {
        name = word()
        numbers = ""
        if (split(name, most, /=|\.\./) == 3) {
            name = most[1]
            numbers = ", .usual = " most[2] ", .most = " most[3]
        }
        if (!(name in arguments)) wrong("there is no argument " name)
        list = list "{" arguments[name] numbers "}, "
    }
    fields = fields ".arguments = {" list "},\n"
}

function end_tool() {
    if (tool == "") return
    if (follows != "") {
        before = before "static const struct follow after_" tool "[] = {" follows "{NULL, NULL, NULL}};\n"
        fields = fields ".follows = after_" tool ",\n"
    }
    if (tool == "reports") after = "static const struct tool of_reports = {\n" fields "};\n"
    else table = table "{" fields "},\n"
}

function statement(   key, name) {
    rest = line
    key = word()
    if (key == "argument") argument()
    else if (key == "tool") {
        end_tool()
        take_text()
        tool = word()
        follows = ""
        fields = ".name = " quoted(tool) ", .title = " quoted(words) ",\n"
    } else if (key == "command") {
        fields = fields ".command = " quoted(rest == "" ? "" : word()) ",\n"
        if (rest != "") fields = fields ".fixed = " quoted(rest) ",\n"
    } else if (key ~ /^(old|checks)$/) fields = fields "." key " = true,\n"
    else if (key ~ /^(keys|help|next)$/) fields = fields "." key " = " quoted(rest) ",\n"
    else if (key == "nothing") fields = fields ".next_time = " quoted(rest) ",\n"
    else if (key == "follow") {
        take_text()
        name = word()
        follows = follows "{" quoted(name) ", " quoted(rest) ", " quoted(words) "}, "
    } else if (key == "takes") takes()
    else wrong("no definition says " key)
}

function finish() {
    end_tool()
    print "/* Made by cmd/mcp/tools.awk of " FILENAME ". */"
    printf "%sstatic const struct tool fixed_tools[] = {\n%s};\n%s", before, table, after
}
