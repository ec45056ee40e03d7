# Makes the tables of habits in C (cmd/cli/habits.text has the words).

function statement(   colon, kind, names, count, i, with) {
    colon = index(line, ": ")
    count = split(substr(line, 1, colon - 1), names, / +/)
    kind = names[1]
    if (!colon || kind !~ /^(command|option)$/ || count < 2)
        wrong("expected command or option, names, and what to type instead")
    with = "NULL"
    if (count > 3 && names[count - 1] == "with") {
        with = quoted(names[count])
        count -= 2
    }
    for (i = 2; i <= count; i++)
        tables[kind] = tables[kind] "    {" quoted(names[i]) ", " with ", " quoted(substr(line, colon + 2)) "},\n"
}

function finish() {
    print "/* Made by cmd/cli/habits.awk of " FILENAME ". */"
    printf "static const struct habit commands[] = {\n%s    {NULL, NULL, NULL}};\n", tables["command"]
    printf "static const struct habit options[] = {\n%s    {NULL, NULL, NULL}};\n", tables["option"]
}
