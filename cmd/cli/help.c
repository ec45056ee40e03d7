#include "cmd/cli/help.h"

#include "analyzers/reports/definition.h"
#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "cmd/cli/voice.h"
#include "cmd/cli/ways.h"

#define LINE_COLUMNS 80
#define OPTION_INDENT 28 /* column of the help texts */
#define NAME_COLUMNS 20  /* column of the summaries of commands */
#define EXAMPLES 3       /* of a command, where there is room for them */
#define SCREEN_LINES 30  /* what a screen has room for */
#define CALL_COLUMNS 34  /* where parts of others have two names */

const struct exit_code_row exit_code_rows[] = {
    {EXIT_OK, "The result was written. Lost data was reported on standard error."},
    {EXIT_GATE, "gate: a rule was broken; check: a recording is not whole; diff --exit-code: "
                "something changed by more than chance."},
    {EXIT_USAGE, "Wrong options, a misspelled event type, an ambiguous METHOD, or a file could "
                 "not be read (missing, no permission) or written (disk full)."},
    {EXIT_NOT_JFR, "The input has no readable recording."},
    {EXIT_NOTHING, "The recording has no data for the request; the message says what it has. "
                   "With --allow-empty: 0, and an empty result."},
    {EXIT_PARTIAL, "The result was written, but a recording could not be read; with --strict also "
                   "if data was lost or a JVM left a recording unfinished (profile and merge "
                   "then write nothing)."},
    {0, NULL},
};

/* ==== Text =================================================================================== */

/* Words of the text in lines that start at indent; the cursor stands at column already. */
static void add_wrapped(struct text *out, const char *words, size_t column, size_t indent) {
    OWNED(text_free) struct text said = {0};
    size_t at = column;
    voice_add_line(&said, words);
    words = text_str(&said);
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

/* Of a text that is longer than a line: what is said before the first stop, or before the last
 * comma or bracket that leaves a line. All of it where there is none: then it has two lines. */
static size_t first_of(const char *words) {
    const size_t room = LINE_COLUMNS - OPTION_INDENT;
    const char *stops[] = {"; ", ". ", ": ", " ("};
    size_t all = strlen(words), len = all;
    for (size_t i = 0; i < sizeof stops / sizeof *stops && all > room; i++) {
        const char *stop = strstr(words, stops[i]);
        if (stop && (size_t)(stop - words) < len) len = (size_t)(stop - words);
    }
    for (size_t at = len < room ? 0 : room; at; at--)
        if (words[at] == ',') return at;
    return len;
}

/* brief: what is said first, and more of it if the line has room. */
static void add_part(struct text *out, const struct text *part, bool brief) {
    if (!brief || out->len + part->len <= LINE_COLUMNS - OPTION_INDENT)
        text_add_bytes(out, part->data, part->len);
}

static void add_words_of(struct text *out, const struct option_row *row, bool brief) {
    OWNED(text_free) struct text choices = {0}, initial = {0};
    text_add_bytes(out, row->help, brief ? first_of(row->help) : strlen(row->help));
    if (row->choices) {
        text_add(&choices, ": ");
        options_add_choices(row->choices, "or", &choices);
    }
    if (row->initial) text_addf(&initial, " (default: %s)", row->initial);
    add_part(out, &choices, brief);
    add_part(out, &initial, brief);
}

static void add_option(struct text *out, const struct option_row *row, bool brief) {
    OWNED(text_free) struct text left = {0}, right = {0};
    if (row->letter) text_addf(&left, "  -%c, --%s", row->letter, row->name);
    else text_addf(&left, "      --%s", row->name);
    if (row->argument) text_addf(&left, " %s", row->argument);
    add_words_of(&right, row, brief);
    text_add_bytes(out, left.data, left.len);
    if (left.len + 2 > OPTION_INDENT) {
        text_add_char(out, '\n');
        left.len = 0;
    }
    text_add_blanks(out, OPTION_INDENT - left.len);
    add_wrapped(out, right.data, OPTION_INDENT, OPTION_INDENT);
}

static void add_usage(struct text *out, const struct command *command) {
    text_add(out, "Usage: jfrtool ");
    way_add_call(out, command);
    text_addf(out, " [OPTION]...%s%s\n", command->operands ? " " : "",
              command->operands ? command->operands : "");
}

static void add_options(struct text *out, const struct option_group *group, bool brief) {
    text_addf(out, "%s:\n", group->title);
    for (const struct option_row *row = group->rows; row->name; row++) add_option(out, row, brief);
}

static void add_command_line(struct text *out, const char *name, size_t columns,
                             const struct command *command) {
    text_addf(out, "  %-*s", (int)columns - 2, name);
    add_wrapped(out, command_words(command)->summary, columns, columns);
}

/* "Shared options: Filters: samples, Rows (jfrtool help filters); ...", brief: "Shared options:
 * jfrtool help filters; ...". */
static void add_shared(struct text *out, const struct option_use *uses, bool brief) {
    static const char *const topics[] = {"filters", "output"};
    OWNED(text_free) struct text words = {0};
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        bool any = false;
        for (const struct option_use *use = uses; use->group; use++) {
            if (!use->group->topic || strcmp(use->group->topic, topics[i]) != 0) continue;
            if (any && brief) break;
            text_add(&words, any ? ", " : words.len ? "; " : "");
            if (!brief) text_add(&words, use->group->title);
            any = true;
        }
        if (any) text_addf(&words, brief ? "jfrtool help %s" : " (jfrtool help %s)", topics[i]);
    }
    if (!words.len) return;
    text_add(out, "Shared options: ");
    add_wrapped(out, text_str(&words), strlen("Shared options: "), 2);
}

/* What other commands answer as a part of this one. */
static void add_ways(struct text *out, const struct command *command) {
    bool any = false;
    for (const struct way *way = ways_all(); way->from; way++) {
        if (strcmp(way->from, command->name) != 0) continue;
        text_add(out, any ? "" : "Parts, each with its own help:\n");
        add_command_line(out, way->word, NAME_COLUMNS, command_find(way->to));
        any = true;
    }
    if (any) text_add_char(out, '\n');
}

static void add_paragraph(struct text *out, const char *description) {
    const char *end = strstr(description, "\n\n");
    OWNED(text_free) struct text first = {0};
    text_add_bytes(&first, description, end ? (size_t)(end - description) : strlen(description));
    add_wrapped(out, text_str(&first), 0, 0);
}

static void add_examples(struct text *out, const struct report *words, size_t most) {
    const struct report_example *e = words->examples.items;
    if (e->line && most) text_add(out, "Examples:\n");
    for (; e->line && most--; e++) {
        text_add(out, "  ");
        voice_add_line(out, e->line);
        text_add(out, "\n      ");
        add_wrapped(out, e->help, 6, 6);
    }
}

/* How much of a command is said. brief: of each option what is said first. */
struct screen {
    bool brief;
    size_t examples;
};

static void add_screen(struct text *out, const struct command *command, struct screen screen) {
    const struct option_use *uses = command->groups;
    const struct report *words = command_words(command);
    add_usage(out, command);
    text_addf(out, "%s.\n\n", words->summary);
    if (words->description) {
        add_paragraph(out, words->description);
        text_add_char(out, '\n');
    }
    add_examples(out, words, screen.examples);
    if (words->examples.items->line) text_add_char(out, '\n');
    add_ways(out, command);
    for (const struct option_use *use = uses; use->group; use++) {
        if (use->group->topic) continue;
        add_options(out, use->group, screen.brief);
        text_add_char(out, '\n');
    }
    add_shared(out, uses, screen.brief);
    if (screen.brief || (words->description && strstr(words->description, "\n\n")))
        text_addf(out, "Everything: jfrtool help --all %s\n", command->name);
}

/* In place of what is in out: as much as fits a screen, but at least an example. */
static void add_short_command_help(struct text *out, const struct command *command) {
    struct screen screen = {.brief = false, .examples = EXAMPLES};
    for (;;) {
        text_clear(out);
        add_screen(out, command, screen);
        size_t lines = 0;
        for (size_t i = 0; i < out->len; i++) lines += out->data[i] == '\n';
        if (lines <= SCREEN_LINES || screen.examples == 1) return;
        if (screen.brief) screen.examples--;
        screen.brief = true;
    }
}

static void add_command_help(struct text *out, const struct command *command) {
    const struct report *words = command_words(command);
    add_usage(out, command);
    text_addf(out, "%s.\n\n", words->summary);
    if (words->description) {
        add_wrapped(out, words->description, 0, 0);
        text_add_char(out, '\n');
    }
    add_ways(out, command);
    for (const struct option_use *use = command->groups; use->group; use++) {
        add_options(out, use->group, false);
        text_add_char(out, '\n');
    }
    add_examples(out, words, SIZE_MAX);
}

static void add_commands(struct text *out) {
    const char *group = NULL;
    for (const struct command *const *c = commands_all(); *c; c++) {
        const char *of = command_group(*c);
        if (of && of != group) text_addf(out, "\n%s\n", of);
        if (of) add_command_line(out, (*c)->name, NAME_COLUMNS, *c);
        group = of;
    }
}

/* Those besides, by what people call them now. */
static void add_other_commands(struct text *out) {
    text_add(out, "\nParts of these commands, and their own names\n");
    for (const struct way *way = ways_all(); way->from; way++) {
        OWNED(text_free) struct text call = {0};
        text_addf(&call, "%s %s", way->from, way->word);
        if (!strstr(way->word, way->to)) text_addf(&call, " (%s)", way->to);
        add_command_line(out, call.data, CALL_COLUMNS, command_find(way->to));
    }
    text_add(out, "\nAll others\n");
    for (const struct command *const *c = commands_all(); *c; c++)
        if (!command_group(*c) && !way_to(*c) && !(*c)->hidden)
            add_command_line(out, (*c)->name, NAME_COLUMNS, *c);
}

static void add_recordings(struct text *out) {
    text_add_char(out, '\n');
    add_wrapped(out,
                "A RECORDING is a file, a directory (a JFR repository, or a folder of recordings) "
                "or - for standard input; gzip, zstd, lz4, xz, zip and tar are unpacked, whatever "
                "the name. Several are taken together.",
                0, 0);
}

static void add_program_help(struct text *out, bool all) {
    text_add(out, "Usage: jfrtool RECORDING...\n"
                  "       jfrtool COMMAND [OPTION]... RECORDING...\n"
                  "Reads Java Flight Recorder recordings; no JVM needed.\n");
    add_commands(out);
    if (all) add_other_commands(out);
    add_recordings(out);
    if (all) {
        text_add(out, "\nExit codes:\n");
        for (const struct exit_code_row *row = exit_code_rows; row->meaning; row++) {
            text_addf(out, "  %d  ", row->code);
            add_wrapped(out, row->meaning, 5, 5);
        }
    }
    text_add(out,
             "\nHelp on a command: jfrtool help COMMAND (all of it: jfrtool help --all COMMAND)\n");
    if (!all) text_add(out, "All commands, and exit codes: jfrtool help --all\n");
}

int help_start(void) {
    fputs("jfrtool reads Java Flight Recorder recordings; no JVM needed.\n\n"
          "If you have\n"
          "  a recording     jfrtool rec.jfr\n"
          "                  jfrtool page rec.jfr\n"
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
    else add_program_help(&out, all);
    return print(&out);
}

/* ==== The commands =========================================================================== */

#include "cmd/cli/help_options.h"

/* Options that commands share, each group once, of a topic that begins so. False: there is none. */
static bool add_topic(struct text *out, const char *topic) {
    size_t len = strlen(topic);
    OWNED(array_release) ARRAY(const char *) titles = {0};
    for (const struct command *const *c = commands_all(); *c; c++) {
        for (const struct option_use *use = (*c)->groups; use->group && !(*c)->hidden; use++) {
            const struct option_group *group = use->group;
            bool again =
                !group->topic || strncmp(group->topic, topic, len) != 0 || group == &options_help;
            for (size_t i = 0; i < titles.len && !again; i++)
                again = strcmp(titles.items[i], group->title) == 0;
            if (again) continue;
            if (titles.len) text_add_char(out, '\n');
            array_push(&titles, group->title);
            add_options(out, group, false);
        }
    }
    return titles.len > 0;
}

static int show_topic(const char *topic) {
    OWNED(text_free) struct text out = {0};
    if (add_topic(&out, topic)) return print(&out);
    return command_unknown(topic);
}

static int run_help(const struct command *command, struct option_base *options) {
    const struct help_options *wanted = (const struct help_options *)(const void *)options;
    (void)command;
    if (!options->operands.len) return help_show(NULL, wanted->all);
    int code = EXIT_OK;
    for (size_t i = 0; i < options->operands.len && code == EXIT_OK; i++) {
        const char *word = options->operands.items[i];
        const struct command *about = command_beginning(word);
        if (i) fputs("\n", stdout);
        code = about ? help_show(about, wanted->all) : show_topic(word);
    }
    return code;
}
