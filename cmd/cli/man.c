/* The man pages jfrtool(1) and jfrtool-COMMAND(1), in the man macros of roff. */
#include "agent/ground/options.h"
#include "base/fill.h"
#include "analyzers/reports/definition.h"
#include "cmd/cli/help.h"
#include "cmd/cli/voice.h"
#include "cmd/cli/ways.h"
#include "parser/jfr.h"

/* Text as roff shows it: escaped, no line that starts with a control character. */
static void add_roff(struct text *out, const char *words) {
    OWNED(text_free) struct text said = {0};
    voice_add_line(&said, words);
    const char *s = text_str(&said);
    bool line_start = out->len == 0 || out->data[out->len - 1] == '\n';
    for (; *s; s++) {
        if (line_start && (*s == '.' || *s == '\'')) text_add(out, "\\&");
        line_start = false;
        if (*s == '\\') {
            text_add(out, "\\e");
        } else if (*s == '-') {
            text_add(out, "\\-");
        } else if (*s == '\'') {
            text_add(out, "\\(aq");
        } else if (*s == '\n') {
            text_add(out, s[1] == '\n' ? "\n.PP\n" : "\n");
            while (s[1] == '\n') s++;
            line_start = true;
        } else {
            text_add_char(out, *s);
        }
    }
}

/* What an option takes if it is not given; NULL: nothing is said of that. */
static void add_initial(struct text *out, const char *initial) {
    if (initial) text_fill(out, add_roff, " (default: %s)", initial);
    text_add(out, ".\n");
}

static void add_option(struct text *out, const struct option_row *row) {
    text_add(out, ".TP\n");
    if (row->letter) text_addf(out, "\\fB\\-%c\\fR, ", row->letter);
    text_fill(out, add_roff, "\\fB\\-\\-%s\\fR", row->name);
    if (row->argument) text_addf(out, " \\fI%s\\fR", row->argument);
    text_fill(out, add_roff, "\n%s", row->help);
    if (row->choices) {
        OWNED(text_free) struct text choices = {0};
        options_add_choices(row->choices, "or", &choices);
        text_fill(out, add_roff, ": %s", choices.data);
    }
    add_initial(out, row->initial);
}

static void add_group(struct text *out, const struct option_group *group) {
    text_addf(out, ".SS %s\n", group->title);
    for (const struct option_row *row = group->rows; row->name; row++) add_option(out, row);
}

/* What other commands answer as a part of this one. */
static void add_ways(struct text *out, const struct command *command) {
    for (const struct way *way = ways_all(); way->from; way++) {
        if (strcmp(way->from, command->name) != 0) continue;
        text_fill(out, add_roff, ".TP\n.B %s\n%s", way->word,
                  command_words(command_find(way->to))->summary);
        text_addf(out, "; see the command \\fB%s\\fR.\n", way->to);
    }
}

static void add_description(struct text *out, const struct report *words) {
    text_fill(out, add_roff, "%s.\n", words->summary);
    if (words->description) text_fill(out, add_roff, ".PP\n%s\n", words->description);
}

static void add_command(struct text *out, const struct command *command) {
    text_fill(out, add_roff, ".SS %s\n.SY jfrtool\n%s\n.RI [ OPTION ]...\n", command->name,
              command->name);
    if (command->operands) text_addf(out, ".I %s\n", command->operands);
    text_add(out, ".YS\n.PP\n");
    add_description(out, command_words(command));
    add_ways(out, command);
    OWNED(text_free)
    struct text shared = {0}; /* a group that several commands have has its own place */
    for (const struct option_use *use = command->groups; use->group; use++) {
        const struct option_group *group = use->group;
        if (command_users_of(group) == 1) {
            for (const struct option_row *row = group->rows; row->name; row++) add_option(out, row);
        } else if (group != &options_help) {
            text_addf(&shared, "%s%s", shared.len ? ", " : "", group->title);
        }
    }
    if (shared.len) text_addf(out, ".PP\nIt takes the options below under: %s.\n", shared.data);
}

static void add_shared_groups(struct text *out) {
    text_add(out, ".SH OPTIONS\n");
    const struct option_group *done[32];
    size_t count = 0;
    for (const struct command *const *c = commands_all(); *c; c++) {
        for (const struct option_use *use = (*c)->groups; use->group && !(*c)->hidden; use++) {
            const struct option_group *group = use->group;
            bool again = command_users_of(group) < 2 || group == &options_help ||
                         some_of(i, count, done[i] == group);
            if (again || count == sizeof done / sizeof *done) continue;
            done[count++] = group;
            add_group(out, group);
        }
    }
}

static void add_examples_of(struct text *out, const struct report *words) {
    for (const struct report_example *e = words->examples.items; e->line; e++)
        text_fill(out, add_roff, ".TP\n.B %s\n%s.\n", e->line, e->help);
}

static void add_examples(struct text *out) {
    text_add(out, ".SH EXAMPLES\n");
    for (const struct command *const *c = commands_all(); *c; c++)
        if (!(*c)->hidden) add_examples_of(out, command_words(*c));
}

static void add_agent_options(struct text *out) {
    text_add(out, ".SH OPTIONS OF LIBJFRAGENT.SO\n"
                  "The agent that \\fBjfrtool record\\fR puts into a JVM takes these, separated by "
                  "commas; so does a JVM that is started with it:\n.PP\n"
                  ".B java \\-agentpath:/path/to/libjfragent.so=interval=20ms,file=rec.jfr\n");
    for (const struct agent_option *row = agent_options_table(); row->name; row++) {
        text_fill(out, add_roff, ".TP\n\\fB%s\\fR", row->name);
        if (row->argument) text_addf(out, "=\\fI%s\\fR", row->argument);
        text_fill(out, add_roff, "\n%s", row->help);
        add_initial(out, row->initial);
    }
}

static void add_exit_codes(struct text *out) {
    text_add(out, ".SH EXIT STATUS\n");
    for (const struct exit_code_row *row = exit_code_rows; row->meaning; row++) {
        text_addf(out, ".TP\n.B %d\n", row->code);
        text_fill(out, add_roff, "%s\n", row->meaning);
    }
    text_add(out, ".PP\nA signal ends the program as usual; a closed pipe (SIGPIPE) does so "
                  "without a message.\n");
}

void help_add_man(struct text *out) {
    /* No date: the page must not differ from build to build. */
    text_add(out, ".TH JFRTOOL 1 \"\" \"jfrtool " JFR_VERSION "\" \"User Commands\"\n"
                  ".SH NAME\njfrtool \\- read Java Flight Recorder recordings\n"
                  ".SH SYNOPSIS\n.SY jfrtool\n.I COMMAND\n.RI [ OPTION ]...\n.IR RECORDING ...\n"
                  ".YS\n.SY jfrtool\n.B help\n.RI [ COMMAND ]\n.YS\n.SH DESCRIPTION\n");
    add_roff(out,
             "Shows hot methods, flame graphs and the contents of Java Flight Recorder recordings; "
             "no JVM is needed.\n\n"
             "A RECORDING is a file, a directory (a JFR repository, or a folder of recordings) or "
             "- for standard input. Files compressed with gzip, zstd, lz4 or xz and zip and tar "
             "archives are unpacked; content decides, not the name. Several recordings are taken "
             "together. A chunk that occurs twice counts once. Unfinished and damaged recordings "
             "are read as far as they can be; what was lost is reported on standard error.\n\n"
             "Results go to standard output, everything else to standard error.\n");
    text_add(out, ".SH COMMANDS\n");
    for (const struct command *const *c = commands_all(); *c; c++)
        if (!(*c)->hidden) add_command(out, *c);
    add_shared_groups(out);
    add_agent_options(out);
    add_exit_codes(out);
    text_add(out,
             ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty: no colors, unless "
             "\\fB\\-\\-color always\\fR.\n.TP\n.B COLUMNS\nWidth of the output in columns, also "
             "where it is no terminal.\n.TP\n.B TERM\n\"dumb\": no colors and no progress bar.\n");
    add_examples(out);
}

void help_add_man_of(struct text *out, const struct command *command) {
    const struct report *words = command_words(command);
    OWNED(text_free) struct text name = {0};
    text_addf(&name, "jfrtool\\-%s", command->name);
    text_add(out, ".TH JFRTOOL\\-");
    for (const char *c = command->name; *c; c++)
        text_add_char(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
    text_addf(out, " 1 \"\" \"jfrtool " JFR_VERSION "\" \"User Commands\"\n.SH NAME\n%s \\- ",
              name.data);
    text_fill(out, add_roff, "%s\n.SH SYNOPSIS\n.SY jfrtool\n.B %s\n.RI [ OPTION ]...\n",
              words->summary, command->name);
    if (command->operands) text_addf(out, ".I %s\n", command->operands);
    text_add(out, ".YS\n.SH DESCRIPTION\n");
    add_description(out, words);
    text_add(out, ".SH OPTIONS\n");
    add_ways(out, command);
    for (const struct option_use *use = command->groups; use->group; use++)
        add_group(out, use->group);
    if (words->examples.items->line) {
        text_add(out, ".SH EXAMPLES\n");
        add_examples_of(out, words);
    }
    add_exit_codes(out);
    text_add(out, ".SH SEE ALSO\n.BR jfrtool (1)\n");
}
