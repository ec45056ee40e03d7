#include "cmd/cli/command.h"

#include "cmd/cli/habits.h"
#include "cmd/cli/help.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/cli/output.h"
#include "cmd/cli/ways.h"
#include "analyzers/regex.h"
#include "analyzers/reports/definition.h"
#include "base/shell.h"
#include "base/suggest.h"
#include "base/posix.h"

#include <ctype.h>

struct listed {
    const struct command *command; /* in C */
    const char *report;            /* or a report of that name */
    const char *group;             /* or what follows is in this group */
    bool begins, reports;          /* a group begins; reports that have no line stand here */
};

static const struct listed list[] = {
#define GROUP(title) {.group = (title), .begins = true},
#define COMMAND(name) {.command = &command_##name},
#define REPORT(name) {.report = #name},
#define REPORTS {.reports = true},
#include "cmd/cli/commands.h"
#undef GROUP
#undef COMMAND
#undef REPORT
#undef REPORTS
};
#define LISTED (sizeof list / sizeof *list)

static bool has_line(const char *report) {
    return some_of(i, LISTED, list[i].report && strcmp(list[i].report, report) == 0);
}

const struct command *const *commands_all(void) {
    static const struct command **all;
    ARRAY(const struct command *) made = {0};
    if (all) return all;
    for (size_t i = 0; i < LISTED; i++) {
        const struct command *command = list[i].command;
        if (list[i].report) command = command_of_report_named(list[i].report);
        if (command) array_push(&made, command);
        for (size_t k = 0; list[i].reports && (command = command_of_report(k)) != NULL; k++)
            if (!has_line(command->name)) array_push(&made, command);
    }
    array_push(&made, NULL);
    all = made.items;
    return all;
}

const char *command_group(const struct command *command) {
    const char *group = NULL;
    for (size_t i = 0; i < LISTED; i++) {
        if (list[i].begins) group = list[i].group;
        if (list[i].command == command ||
            (list[i].report && strcmp(list[i].report, command->name) == 0))
            return group;
    }
    return NULL;
}

const struct command *command_find(const char *name) {
    for (size_t i = 0; i < LISTED; i++)
        if (list[i].command && strcmp(list[i].command->name, name) == 0) return list[i].command;
    return command_of_report_named(name);
}

unsigned command_users_of(const struct option_group *group) {
    unsigned users = 0;
    for (const struct command *const *c = commands_all(); *c; c++)
        for (const struct option_use *use = (*c)->groups; use->group && !(*c)->hidden; use++)
            users += use->group == group;
    return users;
}

const struct command *command_beginning(const char *beginning) {
    const struct command *found = command_find(beginning);
    for (const struct command *const *c = commands_all(); *c && !found; c++) {
        if (strncmp((*c)->name, beginning, strlen(beginning)) != 0) continue;
        const struct command *const *other = c + 1;
        while (*other && strncmp((*other)->name, beginning, strlen(beginning)) != 0) other++;
        if (*other) return NULL;
        found = *c;
    }
    return found;
}

/* Also of "stacks" what there is of "stack". */
static const char *instead_of(const char *name) {
    const char *instead = habit_instead_of(name);
    size_t len = strlen(name);
    if (instead || len < 2 || name[len - 1] != 's') return instead;
    OWNED(mem_release) char *one = mem_copy_text(name);
    one[len - 1] = 0;
    instead = habit_instead_of(one);
    return instead;
}

/* Where a word of the text begins so, whatever is large. */
static bool has_word(const char *text, const char *beginning) {
    size_t len = strlen(beginning);
    for (const char *at = text; at && *at; at++)
        if ((at == text || !isalnum((unsigned char)at[-1])) && strncasecmp(at, beginning, len) == 0)
            return true;
    return false;
}

enum { SPEAKS_NOT, SPEAKS_BESIDE, SPEAKS_FIRST, SPEAKS_AS_PART };

/* How much what a command says of itself is about the word: as its part's name, in its summary or a
 * table's title; in the rest. */
static int speaks_of(const struct command *command, const char *word) {
    const struct report *words = command_words(command);
    const struct way *way = way_to(command);
    if (way && has_word(way->word, word)) return SPEAKS_AS_PART;
    if (has_word(words->summary, word)) return SPEAKS_FIRST;
    for (size_t i = 0; i < words->parts.len; i++)
        if (has_word(words->parts.items[i].title, word)) return SPEAKS_FIRST;
    return has_word(words->description, word) ? SPEAKS_BESIDE : SPEAKS_NOT;
}

/* "jfrtool memory, jfrtool jvm --classes": those that speak of it, if they are few. */
static void add_about(const char *name, struct text *out) {
    enum { MOST = 4, LEAST_LETTERS = 4 };
    OWNED(text_free) struct text word = {0};
    size_t counts[SPEAKS_AS_PART + 1] = {0}, len = strlen(name);
    text_add_bytes(&word, name, len > LEAST_LETTERS && name[len - 1] == 's' ? len - 1 : len);
    if (word.len < LEAST_LETTERS) return;
    for (const struct command *const *c = commands_all(); *c; c++)
        if (!(*c)->hidden) counts[speaks_of(*c, word.data)]++;
    int wanted = SPEAKS_AS_PART;
    while (wanted > SPEAKS_BESIDE && !counts[wanted]) wanted--;
    if (counts[wanted] > MOST) return;
    for (const struct command *const *c = commands_all(); *c; c++) {
        if ((*c)->hidden || speaks_of(*c, word.data) != wanted) continue;
        text_add(out, out->len ? ", jfrtool " : "jfrtool ");
        way_add_call(out, *c);
    }
}

/* One letter off a long name: what was meant is plainer than what speaks of the word. */
static bool is_slip(const struct suggest *suggest) {
    enum { LONG = 8 };
    return suggest->best && suggest->distance == 1 && strlen(suggest->best) >= LONG;
}

int command_unknown(const char *name) {
    const char *instead = instead_of(name);
    OWNED(text_free) struct text about = {0};
    struct suggest suggest = suggest_for(name);
    for (const struct command *const *c = commands_all(); *c; c++)
        if (!(*c)->hidden) suggest_offer(&suggest, (*c)->name);
    if (instead) {
        message_error("there is no command \"%s\"; %s", name, instead);
    } else if (name[0] && strspn(name, "0123456789") == strlen(name)) {
        return message_usage(
            "there is no command \"%s\"; of the JVM with this process number "
            "jfrtool record -d 30s %s makes a recording, jfrtool top %s shows what it does",
            name, name, name);
    } else if (strpbrk(name, "./")) {
        return message_usage("there is no file or folder %s", name);
    } else if (!is_slip(&suggest) && (add_about(name, &about), about.len)) {
        message_error("there is no command \"%s\"; about it: %s", name, about.data);
    } else if (suggest.best) {
        message_error("there is no command \"%s\"; did you mean %s?", name, suggest.best);
    } else {
        message_error("there is no command \"%s\", and no file or folder of that name", name);
    }
    return message_misuse(NULL);
}

/* A word in front of the recordings of a command that takes none: it is meant to choose from them.
 */
static int refuse_word(const struct command *command, const struct text_list *operands) {
    static const struct {
        const char *option, *takes;
    } filters[] = {{"include", "stacks with such a method"}, {"thread", "threads of such a name"}};
    OWNED(text_free) struct text word = {0}, hint = {0};
    if (!command->operands || strcmp(command->operands, "RECORDING...") != 0 || operands->len < 2 ||
        !operand_is_word(operands->items[0]) || !operand_is_input(operands->items[1]))
        return EXIT_OK;
    shell_add_word(&word, operands->items[0]);
    OPTIONS_EACH (use, row, command->groups)
        for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
            if (strcmp(row->name, filters[i].option) == 0)
                text_addf(&hint, "%s--%s %s takes %s", hint.len ? ", " : ": ", row->name,
                          text_str(&word), filters[i].takes);
    return message_misused(command, "there is no file or folder %s%s%s", text_str(&word),
                           hint.len ? "; to choose from the recording" : "", text_str(&hint));
}

static int check_operands(const struct command *command, const struct option_base *options) {
    if (command->operand_needed && !options->operands.len)
        return message_misused(command,
                               strstr(command->operands, "PID")
                                   ? "%s needs a JVM, by its PID or its main class, or a recording"
                                   : "%s needs a recording: a file, a directory, or - for standard "
                                     "input",
                               command->name);
    if (!command->operands && options->operands.len)
        return message_misused(command, "%s takes no argument, found \"%s\"", command->name,
                               options->operands.items[0]);
    return refuse_word(command, &options->operands);
}

/* Whoever matched them. */
static void say_given_up(void) {
    const char *pattern;
    for (size_t i = 0; (pattern = regex_given_up(i)) != NULL; i++)
        message_note(
            "the regular expression '%s' takes too long on some names; they count as not matching",
            pattern);
}

int command_run(const struct command *command, int argc, char *const *argv) {
    OWNED(mem_release) struct option_base *options = mem_zero(1, command->options_size);
    OWNED(text_free) struct text error = {0};
    int code;
    if (!options_parse(command->groups, argc, argv, options, &error)) {
        message_error("%s", error.data);
        code = message_misuse(command);
    } else if (options->help) {
        code = help_show(command, false);
    } else {
        code = check_operands(command, options);
        output_made_of(&options->operands);
        if (code == EXIT_OK) code = command->run(command, options);
        output_made_of(NULL);
        say_given_up();
    }
    options_free(command->groups, options);
    return code;
}

int command_run_named(int argc, char *const *argv) {
    OWNED(mem_release) char **rest = mem_zero((size_t)argc, sizeof *rest);
    memcpy(rest, argv + 1, (size_t)--argc * sizeof *rest);
    const struct command *command = way_take(argv[0], &argc, rest);
    return command ? command_run(command, argc, rest) : command_unknown(argv[0]);
}
