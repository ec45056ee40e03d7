#!/usr/bin/env bash
# The documents say what is there: links lead somewhere, commands and options exist, figures of
# files are those of the tree, and the generated manual is complete.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
tool=${JFRTOOL:-build/jfrtool}
passed=0 failed=0 skipped=0

check() { # check NAME, then the problems on stdin: none is good
    local problems
    problems=$(cat)
    if [ -z "$problems" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAIL %s\n%s\n' "$1" "$(sed 's/^/    /' <<<"$problems")"
    fi
}

links() {
    local doc dir target
    for doc in README.md docs/*.md testdata/README.md bench/README.md; do
        [ -f "$doc" ] || continue
        dir=$(dirname "$doc")
        grep -oE '\]\([^)#]+' "$doc" | sed 's/^](//' | while read -r target; do
            case $target in http*) continue ;; esac
            [ -e "$dir/$target" ] || echo "$doc: $target"
        done
    done
}
check "every link leads to a file" < <(links)

# Commands in the documents: `jfrtool NAME ...` must be a command, --options must be in its help.
commands() {
    grep -ohE 'jfrtool [a-z][a-z-]+' README.md docs/*.md | awk '{print $2}' | sort -u |
        while read -r name; do
            case $name in help | version | is | has | starts | deepest) continue ;; esac # the last two extending.md adds
            "$tool" help "$name" >/dev/null 2>&1 || echo "no command '$name'"
        done
}
check "every command in the documents exists" < <(commands)

# A suite that is in no list holds nothing.
second_sources() {
    local file name
    for file in tests/second_source/*.py; do
        name=$(basename "$file" .py)
        grep -qF "$file" tests/run.sh Makefile tests/peers/*.sh ||
            grep -qE "^(import|from) $name\b|^import .*\b$name\b" tests/*/*.py || echo "$file is run by nothing"
    done
}
check "every second source is run" < <(second_sources)

options() {
    local all
    all=$(sed -nE "s/^(COMMAND|REPORT)\((.*)\)/\2/p" cmd/cli/commands.h | tr _ - |
        while read -r c; do "$tool" help --all "$c"; done)
    grep -ohE '(^|[ `(])--[a-z][a-z-]+' README.md docs/cli.md docs/json.md | grep -oE -- '--[a-z-]+' |
        sort -u | while read -r option; do
        case $option in --cflags | --libs | --name) continue ;; esac # of others, or an example
        grep -q -- "$option" <<<"$all" || echo "no option '$option'"
    done
}
check "every option in the documents exists" < <(options)

# docs/json.md leads to the keys of each document and of each part that tables name; to those of reports, together.
keys() {
    local name file
    while IFS=' ' read -r name file; do
        grep -qE "^([=:]|: extra-) ?$name\b" "docs/$file" || echo "$file has no keys of $name"
    done < <(sed -nE 's/^Keys: \[([a-z-]+)\]\((.*)\)$/\1 \2/p' docs/json.md)
    grep -qF '[reports](../reports)' docs/json.md || echo "docs/json.md does not lead to the reports"
    for name in $("$tool" generate schema) $(sed -nE 's/^: ([a-z-]+)  .*/\1/p' cmd/keys/*.keys); do
        [ -e "reports/$name.report" ] || [ "$(grep -c "^Keys: \[$name\]" docs/json.md)" -eq 1 ] || echo "docs/json.md has no \"Keys: [$name](...)\""
    done
}
check "the documentation of JSON leads to the keys of all documents" < <(keys)

manual() {
    local page option
    page=$("$tool" generate man)
    for option in $("$tool" help --all hot-methods | grep -oE -- '--[a-z-]+' | sort -u); do
        grep -qF -- "${option//-/\\-}" <<<"$page" || echo "the manual lacks $option"
    done
}
check "the manual has every option" < <(manual)

# Tables below a comment that says what writes them: make tables-md does.
tables() {
    local file name
    while IFS=: read -r file name; do
        diff <(sed -n "/^<!-- jfrtool generate $name -->\$/,/^\$/p" "$file" | sed '1d;$d') <("$tool" generate "$name") ||
            echo "$file: the table of $name is another one"
    done < <(grep -HoE '^<!-- jfrtool generate [a-z-]+' docs/*.md | sed 's/<!-- jfrtool generate //')
}
check "tables of documents that the program has are the program's" < <(tables)

# docs/rules.md from its first topic on is what the rules say of themselves: make rules-md writes it.
rules() {
    diff <(sed -n '/^## /,$p' docs/rules.md) <("$tool" generate rules)
}
check "the sections of rules are those of the program" < <(rules)

# A definition of a rule that is wrong is said with its line, and makes no row.
definitions() {
    local line said out
    while IFS='|' read -r line said; do
        out=$(printf 'rule      x X: An x\nabout     It is.\n%s\nsays      judged Yes.\n' "$line" |
            awk -f base/definitions.awk -f analyzers/rules/rows.awk /dev/stdin 2>&1) && echo "$line: is taken"
        [[ $out == "/dev/stdin:3: $said: $line" ]] || echo "$line: ${out:-nothing} is said, not $said"
    done <<'END'
abot It is.|no definition says abot
topic heap hep|expected one of other cpu samples collector locks io allocation exceptions safepoints memory losses
topic heap|something is missing at the end
limit info many|expected a number
limit info|something is missing at the end
value X x byte|expected one of flag count estimate percent ns bytes text path others
value X x percent|something is missing at the end
needs jdk.X often|expected one of enabled available pauses
blame nobody X|expected one of method package library lock host file class pool setting outside
costs money X|expected one of cpu time waiters
headline loud X|expected one of ok info warning
rule y Y|the rule above says nothing (about, says)
END
}
check "a rule whose definition is wrong is said, with the line" < <(definitions)

# The table of suites in docs/architecture.md against those that run.
suites() {
    local table path
    table=$(grep -oE '^\| `tests/[^|]*' docs/architecture.md | grep -oE 'tests/[^`]*')
    uniq -d <<<"$(sort <<<"$table")" | sed 's/$/ is there twice/'
    while read -r path; do
        compgen -G "$path" >/dev/null || echo "there is no $path"
    done <<<"$table"
    tests/run.sh list | grep -oE '[ /]tests/[a-z_/.]+' | grep -oE 'tests/.*' | sort -u | while read -r path; do
        [ -e "$path" ] || continue # a program that is built; its test is among the unit tests
        while read -r row; do
            case $path in "$row"*) continue 2 ;; esac
        done <<<"$table"
        echo "$path is in no row"
    done
}
check "the table of suites has what runs" < <(suites)

sizes() {
    git ls-files '*.c' '*.h' '*.js' '*.py' '*.sh' 2>/dev/null | xargs -r wc -l |
        awk '$2 != "total" && $1 > 1000 {print $2 " has " $1 " lines"}'
}
check "no source file is over 1,000 lines" < <(sizes)

testdata() {
    local bytes
    bytes=$(git ls-files -z testdata 2>/dev/null | xargs -0 -r cat | wc -c)
    [ "$bytes" -le $((3 * 1024 * 1024)) ] || echo "testdata is $bytes bytes"
}
check "testdata is at most 3 MB" < <(testdata)

machine() {
    git grep -nE '/(home|work|root)/[a-z]' -- . ':!tests/docs.sh' ':!*.jfr' ':!testdata/killed*' 2>/dev/null |
        grep -v '/proc/[^/]*/root/' | # another process's root is meant
        grep -vE '/home/(joe|joed|ann1|app|user-)' | head -n 5 # nobody's
}
check "no path of the machine it was made on" < <(machine)

# As pages, which need pandoc: links lead somewhere there, too.
site() {
    local folder said
    folder=$(mktemp -d)
    said=$(docs/site/build.sh "$folder" 2>&1) || printf '%s\n' "$said"
    rm -rf "$folder"
}
if command -v pandoc >/dev/null; then
    check "every link of the site leads somewhere" < <(site)
else
    skipped=1
    echo "skipped: no pandoc, which the site is made with"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
