#include "cmd/cli/help.h"

#include "cmd/cli/message.h"
#include "cmd/cli/output.h"

#include <stdio.h>
#include <string.h>

#define LINE_COLUMNS 80
#define OPTION_INDENT 28 /* column of the help texts */
#define NAMES_INDENT 22  /* column of names without a help text */

const struct exit_code_row exit_code_rows[] = {
    {EXIT_OK, "The result was written."},
    {EXIT_GATE, "gate: a rule was broken; diff --exit-code: something changed."},
    {EXIT_USAGE, "Wrong options, or a file could not be read or written."},
    {EXIT_NOT_JFR, "Nothing in the input could be read as a recording."},
    {EXIT_NOTHING, "There was nothing to report (with --allow-empty this is 0)."},
    {EXIT_PARTIAL,
     "The result was written, but a recording could not be read; with --strict also if some of the "
     "input was lost."},
    {0, NULL},
};

/* ==== Text =================================================================================== */

/* Words of the text in lines that start at indent; the cursor stands at column already. */
static void add_wrapped(struct text *out, const char *words, size_t column, size_t indent) {
    size_t at = column;
    for (const char *s = words; *s;) {
        size_t len = strcspn(s, " \n");
        bool first = at == indent || s == words;
        if (!first && at + 1 + len > LINE_COLUMNS) {
            text_add_char(out, '\n');
            text_add_blanks(out, indent);
            at = indent;
        } else if (!first) {
            text_add_char(out, ' ');
            at++;
        }
        text_add_bytes(out, s, len);
        at += len;
        s += len;
        if (*s == ' ') s++;
        while (*s == '\n') {
            text_add_char(out, *s++);
            if (*s != '\n') {
                text_add_blanks(out, indent);
                at = indent;
            }
        }
    }
    text_add_char(out, '\n');
}

static void add_option(struct text *out, const struct option_row *row) {
    struct text left = {0}, right = {0};
    if (row->letter) text_addf(&left, "  -%c, --%s", row->letter, row->name);
    else text_addf(&left, "      --%s", row->name);
    if (row->argument) text_addf(&left, " %s", row->argument);
    text_add(&right, row->help);
    if (row->choices) {
        text_add(&right, ": ");
        options_add_choices(row->choices, "or", &right);
    }
    if (row->initial) text_addf(&right, " (default: %s)", row->initial);
    text_add_bytes(out, left.data, left.len);
    if (left.len + 2 > OPTION_INDENT) {
        text_add_char(out, '\n');
        left.len = 0;
    }
    text_add_blanks(out, OPTION_INDENT - left.len);
    add_wrapped(out, right.data, OPTION_INDENT, OPTION_INDENT);
    text_free(&left);
    text_free(&right);
}

static void add_usage(struct text *out, const struct command *command) {
    text_addf(out, "Usage: jfrtool %s [OPTION]...%s%s\n", command->name,
              command->operands ? " " : "", command->operands ? command->operands : "");
}

static void add_options(struct text *out, const struct option_group *group) {
    text_addf(out, "%s:\n", group->title);
    for (const struct option_row *row = group->rows; row->name; row++) add_option(out, row);
}

/* "Format: --format, --json" */
static void add_option_names(struct text *out, const struct option_group *group) {
    struct text names = {0};
    for (const struct option_row *row = group->rows; row->name; row++) {
        if (row->letter) text_addf(&names, "-%c/", row->letter);
        text_addf(&names, "--%s%s", row->name, row[1].name ? ", " : "");
    }
    text_addf(out, "%s:", group->title);
    text_add_blanks(out, NAMES_INDENT - strlen(group->title) - 1);
    add_wrapped(out, names.data, NAMES_INDENT, NAMES_INDENT);
    text_free(&names);
}

/* What a screen has room for. */
static void add_short_command_help(struct text *out, const struct command *command) {
    const struct option_use *uses = command->groups;
    add_usage(out, command);
    text_addf(out, "%s.\n\n", command->summary);
    bool shares = false;
    for (const struct option_use *use = uses; use->group; use++) {
        if (command_users_of(use->group) > 1) continue;
        if (use != uses) text_add_char(out, '\n');
        add_options(out, use->group);
    }
    for (const struct option_use *use = uses; use->group; use++) {
        if (command_users_of(use->group) < 2) continue;
        if (!shares && use != uses) text_add_char(out, '\n');
        shares = true;
        add_option_names(out, use->group);
    }
    for (const struct command_example *e = command->examples; e && e->line; e++)
        text_addf(out, "%s%s\n", e == command->examples ? "\nExamples:\n  " : "  ", e->line);
    text_addf(out, "\nAll of it: jfrtool %s --help\n", command->name);
}

static void add_command_help(struct text *out, const struct command *command) {
    add_usage(out, command);
    text_addf(out, "%s.\n\n", command->summary);
    if (command->description) {
        add_wrapped(out, command->description, 0, 0);
        text_add_char(out, '\n');
    }
    for (const struct option_use *use = command->groups; use->group; use++) {
        add_options(out, use->group);
        text_add_char(out, '\n');
    }
    if (command->examples) {
        text_add(out, "Examples:\n");
        for (const struct command_example *e = command->examples; e->line; e++) {
            text_addf(out, "  %s\n      ", e->line);
            add_wrapped(out, e->help, 6, 6);
        }
    }
}

static void add_commands(struct text *out) {
    for (const struct command *const *c = commands_all(); *c; c++)
        if (!(*c)->hidden) text_addf(out, "  %-16s  %s\n", (*c)->name, (*c)->summary);
}

static void add_introduction(struct text *out) {
    text_add(out, "Usage: jfrtool COMMAND [OPTION]... RECORDING...\n"
                  "Reads Java Flight Recorder recordings; no JVM needed.\n\n");
}

static void add_short_help(struct text *out) {
    add_introduction(out);
    add_commands(out);
    text_add(out, "\nFor example:\n  jfrtool hot-methods rec.jfr\n\n"
                  "Help on a command: jfrtool COMMAND -h, all of it: jfrtool COMMAND --help\n");
}

static void add_program_help(struct text *out) {
    add_introduction(out);
    text_add(out, "Commands:\n");
    add_commands(out);
    text_add(out, "\n");
    add_wrapped(out,
                "A RECORDING is a file, a directory (a JFR repository, or a folder of recordings) "
                "or - for standard input; gzip, zstd, lz4, xz, zip and tar are unpacked, whatever "
                "the name. Several are taken together.",
                0, 0);
    text_add(out, "\nExit codes:\n");
    for (const struct exit_code_row *row = exit_code_rows; row->meaning; row++) {
        text_addf(out, "  %d  ", row->code);
        add_wrapped(out, row->meaning, 5, 5);
    }
    text_add(out, "\nFor example:\n");
    for (const struct command *const *c = commands_all(); *c; c++)
        if ((*c)->examples && !(*c)->hidden) text_addf(out, "  %s\n", (*c)->examples->line);
    text_add(out, "\nHelp on a command: jfrtool help COMMAND, or jfrtool COMMAND --help (-h: the "
                  "short one)\n");
}

int help_start(void) {
    fputs("jfrtool reads Java Flight Recorder recordings; no JVM needed.\n\n"
          "If you have\n"
          "  a recording     jfrtool hot-methods rec.jfr\n"
          "                  jfrtool method-profiling rec.jfr -o report.html\n"
          "  a running JVM   jfrtool record -d 30s PID\n"
          "  two releases    jfrtool diff before.jfr after.jfr\n"
          "  a CI job        jfrtool report build/ -o jfr-report\n\n"
          "All commands: jfrtool help\n",
          stderr);
    return EXIT_USAGE;
}

static int print(struct text *text) {
    return output_write(NULL, text) ? EXIT_OK : EXIT_USAGE;
}

int help_show(const struct command *command, bool all) {
    struct text out = {0};
    if (command) (all ? add_command_help : add_short_command_help)(&out, command);
    else (all ? add_program_help : add_short_help)(&out);
    return print(&out);
}

/* ==== The commands =========================================================================== */

static const struct option_use help_groups[] = {{&options_help, 0}, {NULL, 0}};

static int run_help(const struct command *command, struct option_base *options) {
    (void)command;
    if (!options->operands.len) return help_show(NULL, true);
    int code = EXIT_OK;
    for (size_t i = 0; i < options->operands.len && code == EXIT_OK; i++) {
        const struct command *about = command_beginning(options->operands.items[i]);
        if (i) fputs("\n", stdout);
        code = about ? help_show(about, true) : command_unknown(options->operands.items[i]);
    }
    return code;
}

const struct command command_help = {
    .name = "help",
    .summary = "Show help on a command",
    .operands = "[COMMAND]...",
    .groups = help_groups,
    .options_size = sizeof(struct option_base),
    .run = run_help,
};
