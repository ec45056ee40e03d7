# Makes the rows of rules in C of their definitions (heap.rules -> build/analyzers/rules/heap_rows.h).
# Read behind base/definitions.awk, which says what a line is.
#
#   rule      NAME ID: WORDS    begins one: its name in C, whose judge is judge_NAME, and for programs and people
#   cause, about, other         struct rule; about: a line for each paragraph
#   topic     TOPIC GROUP [SEE] the command that shows more
#   judge     NAME NUMBER       judge_NAME judges it, as others of its kind: NUMBER is which of them it is
#   needs     TYPE HOW ...      HOW: enabled, available, pauses
#   limit     NAME NUMBER [UNIT] [least NUMBER UNIT] ...
#             options; UNIT: %, each (with a fraction), ns, us, ms, s, KiB, MiB, GiB; none is a count
#   value     NUMBER KEY KIND [DIGITS] [NOUN]
#             what findings may hold; NUMBER is its name in C, =NUMBER if a header has it already; (KEY): only for
#             texts; KIND: flag, count, estimate, percent, ns, bytes, text, path, others; DIGITS: of estimate, percent
#   values    NAME              those of a rule above it
#   figure    NUMBER            the value that says most, if it is not the first
#   blame     KIND NUMBER|NAME  who is to blame: a value, or the same of all findings
#   costs     SHARE NUMBER      what it costs, a value: of cpu it is a share of the samples
#   lacks     TYPE WHAT         what TYPE would have told
#   wishes    ROWS COUNT        tables that it judges besides the series
#   headline  SEVERITY WORDS
#   unmet     said
#   says      NAME TEXT         an outcome; more TEXT: another paragraph of it

function upper_of(prefix, name, known) {
    if (index(" " known " ", " " name " ") == 0) wrong("expected one of " known)
    return prefix toupper(name)
}

function append(list, item, designator) {
    lists[list] = lists[list] (lists[list] == "" ? "" : ",\n") "        " designator "{" item "}"
}

# The kind of an option, and its number as C has it.
function number_of(   number, unit) {
    number = word()
    unit = rest ~ /^(%|each|ns|us|ms|s|KiB|MiB|GiB)( |$)/ ? word() : ""
    kind = "RULE_COUNT"
    if (unit == "%") kind = "RULE_PERCENT"
    if (unit == "each") kind = "RULE_ESTIMATE"
    if (unit ~ /^(ns|us|ms|s)$/) kind = "RULE_NS"
    if (unit ~ /iB$/) kind = "RULE_BYTES"
    if (number !~ /^[0-9.]+$/) wrong("expected a number")
    if (unit ~ /^(%|each)$/) return number
    return "INT64_C(" number ")" scale[unit]
}

function limit(   name, number, least, fact) {
    name = word()
    if (rest ~ /^text /) {
        word()
        append("option", quoted(name) ", RULE_TEXT, {.text = " word() "}, 0, " word())
        return
    }
    number = number_of()
    fact = kind ~ /PERCENT|ESTIMATE/ ? ".real = " : ".number = "
    least = "0"
    if (rest ~ /^least /) {
        word()
        least = number_of()
    }
    if (name == "info" && !options) fields = fields "    .is_figure = true,\n"
    options++
    append("option", quoted(name) ", " kind ", {" fact number "}, " least ", NULL")
    if (rest != "") limit()
}

function value(   name, key, for_text, digits, designator) {
    name = word()
    if (name ~ /^=/) {
        name = substr(name, 2)
        designator = "[" name "] = "
    } else if (!(name in numbers)) {
        numbers[name] = count
        names = names (names == "" ? "" : ", ") name " = " count
    } else if (numbers[name] != count) wrong("another rule of the file has the value at another place")
    key = word()
    for_text = key ~ /^\(/ ? "true" : "false"
    gsub(/[()]/, "", key)
    kind = upper_of("RULE_", word(), "flag count estimate percent ns bytes text path others")
    digits = kind ~ /ESTIMATE|PERCENT/ ? word() : "0"
    append("value", quoted(key) ", " kind ", " (rest == "" ? "NULL" : quoted(rest)) ", " digits ", " for_text, \
        designator)
    count++
}

function end_rule(   name, i, kinds, kind_count) {
    if (rule == "") return
    if (about == "" || outcome == "") wrong("the rule above says nothing (about, says)")
    append("outcome", outcome "\"")
    if (!(rule in values)) values[rule] = lists["value"]
    rows = rows "static void judge_" judge "(const struct rule_input *input, struct finding *finding);\n"
    rows = rows "const struct rule rule_" rule " = {\n" fields "    .about = \"" about "\",\n"
    kind_count = split("need option value lack outcome", kinds, " ")
    for (i = 1; i <= kind_count; i++) {
        name = kinds[i]
        if (lists[name] == "") continue
        rows = rows "    ." name "s = RULE_LIST(" name ",\n" lists[name] "),\n"
        if (name == "value") # a finding has room for so many
            checks = checks "_Static_assert(sizeof((const struct rule_value[]){\n" lists[name] "}) <= RULE_VALUES * " \
                "sizeof(struct rule_value), \"RULE_VALUES: more values of " rule "\");\n"
        lists[name] = ""
    }
    rows = rows "    .judge = judge_" judge ",\n};\n"
}

function statement(   key, what) {
    rest = line
    key = word()
    if (key == "rule") {
        end_rule()
        rule = judge = word()
        about = outcome = ""
        options = count = 0
        what = index(rest, ": ")
        if (!what) wrong("expected what programs call the rule, and behind a colon what people do")
        fields = "    .id = " quoted(substr(rest, 1, what - 1)) ",\n    .name = " quoted(substr(rest, what + 2)) ",\n"
    } else if (key ~ /^(cause|other)$/) fields = fields "    ." key " = " quoted(rest) ",\n"
    else if (key == "about") about = about (about == "" ? "" : "\\n") substr(quoted(rest), 2, length(quoted(rest)) - 2)
    else if (key == "judge") {
        judge = word()
        fields = fields "    .of = " rest ",\n"
    } else if (key == "topic") {
        fields = fields "    .topic = " quoted(word()) ",\n"
        fields = fields "    .group = " upper_of("RULE_", word(), "other cpu samples collector locks io " \
            "allocation exceptions safepoints memory losses") ",\n"
        if (rest != "") fields = fields "    .see = " quoted(rest) ",\n"
    } else if (key == "needs") {
        while (rest != "") {
            what = quoted(word())
            append("need", what ", " upper_of("RULE_", word(), "enabled available pauses"))
        }
    } else if (key == "limit") limit()
    else if (key == "value") value()
    else if (key == "values") lists["value"] = values[rest]
    else if (key == "figure") fields = fields "    .figure = " rest ",\n"
    else if (key == "unmet") fields = fields "    .says_unmet = true,\n"
    else if (key == "blame") {
        what = upper_of("CULPRIT_", word(), "method package library lock host file class pool setting outside")
        fields = fields "    .culprit = {" what ", " (rest ~ /^[A-Z0-9_]+$/ ? "NULL, " rest : quoted(rest) ", 0") "},\n"
    } else if (key == "costs") {
        what = upper_of("COST_OF_", word(), "cpu time waiters")
        fields = fields "    .cost = {" what ", " rest "},\n"
    } else if (key == "lacks") {
        what = quoted(word())
        append("lack", what ", " quoted(rest))
    } else if (key == "wishes") {
        what = word()
        fields = fields "    .wishes = {.rows = " what ", .count = " rest ", .may_lack = true},\n"
    } else if (key == "headline") {
        what = upper_of("RULE_", word(), "ok info warning")
        fields = fields "    .headlines[" what "] = " quoted(rest) ",\n"
    } else if (key == "says") {
        if (outcome != "") append("outcome", outcome "\"")
        outcome = quoted(word()) ", "
        outcome = outcome substr(quoted(rest), 1, length(quoted(rest)) - 1)
    } else if (key == "more") outcome = outcome "\\n" substr(quoted(rest), 2, length(quoted(rest)) - 2)
    else wrong("no definition says " key)
}

BEGIN {
    scale[""] = scale["ns"] = ""
    scale["us"] = " * 1000"
    scale["ms"] = " * 1000000"
    scale["s"] = " * 1000000000"
    scale["KiB"] = " << 10"
    scale["MiB"] = " << 20"
    scale["GiB"] = " << 30"
}

function finish() {
    end_rule()
    print "/* Made by analyzers/rules/rows.awk of " FILENAME ". */"
    if (names != "") print "enum { " names " };"
    printf "%s%s", rows, checks
}
