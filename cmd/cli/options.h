/* Options: tables that say which there are, and the one parser that reads them. Help, man page and
 * completions are generated from the same tables.
 *
 *   command --groups--> option_use --group--> option_group --rows--> option_row
 *                        offset      +                                offset = place of the value
 *
 * All three, and the struct, are made of a definition beside the source (options.awk has the
 * words). A command's options are one struct that starts with struct option_base. A group's rows
 * count from a small struct of their own, and a command says at which offset of its struct that one
 * lies; so an option that commands share is one row. Accepted: --name=value, --name value, -l
 * value, -lvalue, clustered letters (-qn5), flags, "--" (only operands follow), "-" (an operand). A
 * long name with one dash is an error that suggests the second one: -top is not -t op.
 *
 * Ownership: texts point into argv; lists own their items (options_free).
 */
#pragma once

#include "base/array.h"
#include "base/text.h"

struct option_row;

struct option_given { /* on the command line */
    const struct option_row *row;
    const char *value; /* NULL of flags */
};

struct option_base {
    bool help;
    struct text_list operands; /* what is no option, in order */
    ARRAY(struct option_given) given;
};

/* The type of the field at offset. */
enum option_kind {
    OPTION_FLAG,       /* bool: true when given */
    OPTION_SET,        /* int: the row's value when given (--json is --format json) */
    OPTION_CHOICE,     /* int: index of the word in choices */
    OPTION_TEXT,       /* const char * */
    OPTION_LIST,       /* struct text_list; may be given again */
    OPTION_COMMA_LIST, /* likewise; a value may hold several, separated by commas */
    OPTION_COUNT,      /* uint64_t */
    OPTION_REAL,       /* double, not negative */
    OPTION_PARSED,     /* whatever parse fills */
    OPTION_HELP,       /* none: option_base.help, wherever the group is used */
};

struct option_choice {
    const char *name; /* NULL ends the table */
    const char *help; /* or NULL */
    int value;        /* that the option then has */
};
/* The name of the first choice with the value. */
const char *options_choice_name(const struct option_choice *choices, int value);

struct option_row {
    const char *name; /* without dashes; NULL ends the table */
    char letter;      /* 0: none */
    enum option_kind kind;
    size_t offset;        /* in the group's struct */
    const char *also;     /* what other programs call it, in no help: "event events"; or NULL */
    const char *argument; /* "FILE"; NULL for flags */
    const char *help;     /* one sentence, without the final full stop */
    const char *expected; /* "a number of rows (0: all)", for errors; NULL: said by the kind */
    const char *initial;  /* the default as a user would write it, or NULL */
    int value;            /* OPTION_SET */
    const struct option_choice *choices;          /* OPTION_CHOICE: the only values */
    const struct option_choice *(*known)(void);   /* values worth completing, others are fine too */
    bool (*parse)(const char *text, void *field); /* OPTION_PARSED */
};

/* A row of a table: FLAG, its name, the place of its value, and what else is to be said of it. */
#define OPTION(of, called, at, ...) \
    { .name = (called), .kind = OPTION_##of, .offset = (at), __VA_ARGS__ }

#define HELP_ROW \
    { .name = "help", .letter = 'h', .kind = OPTION_HELP, .help = "Show this help" }

struct option_group {
    const char *title; /* "Which samples count" */
    const char *topic; /* of groups that commands share: `help filters` or `help output` has it */
    const struct option_row *rows;
    /* NULL, or: makes the group's struct ready when all is read, unless help is asked for. False:
     * error is a sentence. close is called in any case, also for a struct that was not opened. */
    bool (*open)(void *part, struct text *error);
    void (*close)(void *part);
};

/* A group, and where its struct lies in the command's. A group of NULL ends a table of them. */
struct option_use {
    const struct option_group *group;
    size_t offset;
};

/* The command's own rows, whose places count from its struct. */
#define OWN_GROUP(of, own) \
    { &(const struct option_group){.title = (of), .rows = (own)}, 0 }

/* The loop over all rows of a command's groups. */
/* NOLINTBEGIN(bugprone-macro-parentheses): the names are declared here */
#define OPTIONS_EACH(use, row, uses)                                   \
    for (const struct option_use *use = (uses); (use)->group; (use)++) \
        for (const struct option_row *row = (use)->group->rows; (row)->name; (row)++)
/* NOLINTEND(bugprone-macro-parentheses) */

/* Fills options (zeroed, of the command's struct) from the arguments. False: *error is a sentence
 * that names the option, what was expected and what was found. */
bool options_parse(const struct option_use *uses, int argc, char *const *argv,
                   struct option_base *options, struct text *error);
/* The first argument that is no option of these, and no value of one; argc: there is none. */
int options_first_operand(const struct option_use *uses, int argc, char *const *argv);
void options_free(const struct option_use *uses, struct option_base *options);
/* The command's struct, of so many bytes, as if nothing was said; for who runs a command with parts
 * of its own. options_forget ends it. */
struct option_base *options_usual(const struct option_use *uses, size_t size);
void options_forget(const struct option_use *uses, struct option_base *options);
/* The struct of the group in a command's options; NULL: the command does not use it. */
void *options_part(const struct option_use *uses, const struct option_group *group,
                   struct option_base *options);

/* The field that the option of that name fills, of the type that its kind says; NULL: there is
 * none.
 */
void *options_field(const struct option_use *uses, const char *name, struct option_base *options);

/* "a, b and c" of the names; last is the word before the last one. */
void options_add_choices(const struct option_choice *choices, const char *last, struct text *out);

/* For commands that have no option but --help. */
extern const struct option_group options_help;
