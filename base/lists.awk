# Lists of words that have a name, for scripts whose statement() begins with expand(): "with @name words" says what @name
# is in the lines below it. True: the line says no more than that. Read behind base/definitions.awk.

function expand(   name, defined) {
    if (line ~ /^with @/) {
        defined = line
        sub(/^with @/, "", defined)
        sub(/ .*/, "", defined)
        sub(/^with @[^ ]+ +/, "", line)
    }
    while (match(line, /(^| )@[a-z_]+/)) {
        name = substr(line, RSTART, RLENGTH)
        gsub(/[ @]/, "", name)
        if (!(name in lists)) wrong("no list is called " name)
        line = substr(line, 1, RSTART - 1) " " lists[name] substr(line, RSTART + RLENGTH)
    }
    if (defined != "") lists[defined] = line
    return defined != ""
}
