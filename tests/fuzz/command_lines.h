/* Command lines of every command, for the fuzz target: a command that is not here does not compile.
 *
 * "in" is the recording, "base" another one, "rules" a rules file. NONE needs a reason. Of the
 * target and of the test that holds it (tests/unit/cmd/cli/test_fuzz_lines.c).
 */
#pragma once

#include "cmd/cli/command.h"

#include <stdio.h>

#define GROUP(title)
#define REPORT(name)
#define REPORTS
#define COMMAND(name) extern const struct command command_##name;
#include "cmd/cli/commands.h"
#undef COMMAND

#define LINES(name, ...) static const char *const lines_##name[] = {__VA_ARGS__, NULL};
#define NONE(name) static const char *const lines_##name[] = {NULL};

LINES(overview, "overview in", "overview --json in", "overview -o out.html in")
LINES(page, "page -o out.html in")
LINES(whatif, "whatif in", "whatif --json in base")
LINES(verify, "verify in base", "verify --json --claims [{\"id\":\"x\",\"value\":1}] in")
LINES(history, "history in base", "history --json base in")
LINES(file, "file in")
LINES(method, "method A.run in", "method --json A.run in")
LINES(hot_methods, "hot-methods --frame-type in",
      "hot-methods --json --by line -e alloc -e cpu -e lock --measure value in",
      "hot-methods --format csv --by module --raw-names --hidden in",
      "hot-methods --format md --by package -t . -i a -x b$ in",
      "hot-methods --from -5s --to 3s in")
LINES(method_profiling, "method-profiling in", "method-profiling --json in",
      "method-profiling -o out.html in")
LINES(rules, "rules --verbose in", "rules --json in")
NONE(tui) /* of a terminal: tests/tui */
LINES(callers, "callers run in", "callers --json --by line A.run in")
LINES(callees, "callees --json A.run in")
LINES(tree, "tree in", "tree --json --reverse in")
LINES(flame, "flame -o out.svg in",
      "flame --icicle --reverse --threads --measure value --color-by package -o out.svg in")
LINES(collapsed, "collapsed --threads --signatures --frame-type in")
LINES(diff, "diff base in", "diff --subtree --json --normalize cpu in base",
      "diff --base base --base in -o out.svg in base")
LINES(gate, "gate base in", "gate --rules rules --json in base",
      "gate --rules rules --format md base in",
      "gate --rules rules --junit out.xml --sarif out.sarif --gitlab out.gl --markdown out.md "
      "--md-limit 900 --github-annotations base in",
      "gate --junit out.xml --sarif out.sarif --gitlab out.gl --markdown out.md --source-root . in "
      "base")
LINES(timeline, "timeline in", "timeline --json in", "timeline --format csv in")
LINES(heatmap, "heatmap in", "heatmap --json in", "heatmap -o out.svg in")
LINES(threads, "threads in", "threads --json --each in")
LINES(crash, "crash in", "crash --json in")
LINES(jvm, "jvm in", "jvm --json in")
LINES(requests, "requests in", "requests --json in")
LINES(events, "events in", "events --json --top 9 in",
      "events --by eventThread --show count,p99(duration) in")
LINES(profile, "profile -o out.pb in")
LINES(merge, "merge -o out.pb in base")
LINES(export, "export --to speedscope -o out in", "export --to chrome -o out in",
      "export --to firefox -o out in", "export --to otlp -o out in",
      "export --to openmetrics -o out in")
LINES(facts, "facts in", "facts --arguments in")
LINES(report, "report --allow-empty -o report in")
LINES(summary, "summary in", "summary --json in", "summary --format md in")
LINES(print, "print in", "print --json in", "print --xml --stack-depth 3 in")
LINES(metadata, "metadata in", "metadata --json in")
NONE(sql) /* fuzz_sql */
NONE(mcp) /* reads standard input: tests/mcp */
LINES(check, "check in", "check --json in")
LINES(repair, "repair -o out.jfr in")
LINES(scrub, "scrub --secrets -o out.jfr in", "scrub --exclude-events CPULoad -o out.jfr in")
LINES(cut, "cut --from 1s -o out.jfr in")
LINES(assemble, "assemble -o out.jfr in base")
LINES(disassemble, "disassemble -o . in")
LINES(view, "view hot-methods in", "view --json gc in", "view ExecutionSample in")
LINES(views, "views in")
NONE(record) /* of a JVM: tests/agent */
NONE(top)    /* likewise */
NONE(jvms)   /* likewise */
LINES(help, "help", "help gc")
LINES(version, "version")
NONE(generate) /* has no input */

static const struct fuzz_lines {
    const struct command *command;
    const char *const *lines;
} fuzz_lines[] = {
#define COMMAND(name) {&command_##name, lines_##name},
#include "cmd/cli/commands.h"
#undef COMMAND
};
#undef GROUP
#undef REPORT
#undef REPORTS
#define FUZZ_COMMANDS (sizeof fuzz_lines / sizeof *fuzz_lines)
#define FUZZ_LINE 400

/* The line at the index, of all lines of all commands, and its command; of reports there are two
 * each. False: there are no more. */
static inline bool fuzz_line_at(size_t index, char line[FUZZ_LINE],
                                const struct command **command) {
    for (size_t i = 0; i < FUZZ_COMMANDS; i++)
        for (size_t k = 0; fuzz_lines[i].lines[k]; k++) {
            if (index--) continue;
            snprintf(line, FUZZ_LINE, "%s", fuzz_lines[i].lines[k]);
            *command = fuzz_lines[i].command;
            return true;
        }
    *command = command_of_report(index / 2);
    if (*command)
        snprintf(line, FUZZ_LINE, "%s %sin", (*command)->name, index % 2 ? "--json " : "");
    return *command != NULL;
}
