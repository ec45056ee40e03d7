# What definitions that the build makes C of have in common, read before the script of their kind. A line is a key and
# what it says; one that begins with a blank goes on with the line above it; # begins a comment. A script has statement(),
# which takes line, and finish(), which prints what came of all. What is wrong is said with its line and ends the build.

function wrong(what) {
    printf "%s:%d: %s: %s\n", FILENAME, at, what, line | "cat >&2"
    failed = 1
    exit 1
}

function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}

# Takes the first word off the rest of the line.
function word(   out) {
    if (rest == "") wrong("something is missing at the end")
    out = rest
    sub(/ .*/, "", out)
    sub(/^[^ ]+ */, "", rest)
    return out
}

/^#/ || /^$/ { next }
/^ / {
    sub(/^ +/, "")
    line = line " " $0
    next
}
{
    if (line != "") statement()
    line = $0
    at = FNR
}
END {
    if (failed) exit 1
    if (line != "") statement()
    finish()
}
