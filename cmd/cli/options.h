/* Options: tables that say which there are, and the one parser that reads them. Help, man page and
 * completions are generated from the same tables.
 *
 *   command --groups--> option_group --rows--> option_row --offset--> field of the options struct
 *
 * A command's options are one struct that starts with struct option_base; each row says at which
 * offset of it the value goes and how it is read. Accepted: --name=value, --name value, -l value,
 * flags, "--" (only operands follow), "-" (an operand). Letters are not clustered: -top is an error
 * that suggests --top.
 *
 * Ownership: texts point into argv; lists own their items (options_free).
 */
#ifndef CMD_CLI_OPTIONS_H
#define CMD_CLI_OPTIONS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option_list {
    const char **items;
    size_t len, cap;
};

struct option_base {
    bool help;
    struct option_list operands; /* what is no option, in order */
};

enum option_kind {                /* type of the field at offset */
                   OPTION_FLAG,   /* bool: true when given */
                   OPTION_SET,    /* int: the row's value when given (--json is --format json) */
                   OPTION_CHOICE, /* int: index of the word in choices */
                   OPTION_TEXT,   /* const char * */
                   OPTION_LIST,   /* struct option_list; may be given again */
                   OPTION_COMMA_LIST, /* likewise, and a value may hold several, separated by commas
                                       */
                   OPTION_COUNT,      /* uint64_t */
                   OPTION_REAL,       /* double, not negative */
                   OPTION_PARSED,     /* whatever parse fills */
};

struct option_choice {
    const char *name; /* NULL ends the table */
    const char *help; /* or NULL */
};

struct option_row {
    const char *name; /* without dashes; NULL ends the table */
    char letter;      /* 0: none */
    enum option_kind kind;
    size_t offset;
    const char *argument; /* "FILE"; NULL for flags */
    const char *help;     /* one sentence, without the final full stop */
    const char *expected; /* "a number of rows (0: all)", for errors; NULL: said by the kind */
    const char *initial;  /* the default as a user would write it, or NULL */
    int value;            /* OPTION_SET */
    const struct option_choice *choices;          /* OPTION_CHOICE: the only values */
    const struct option_choice *(*known)(void);   /* values worth completing, others are fine too */
    bool (*parse)(const char *text, void *field); /* OPTION_PARSED */
};

struct option_group {
    const char *title; /* "Which samples count" */
    const struct option_row *rows;
};

/* Fills options (zeroed, of the command's struct) from the arguments. groups ends with NULL.
 * False: *error is a sentence that names the option, what was expected and what was found. */
bool options_parse(const struct option_group *const *groups, int argc, char *const *argv,
                   struct option_base *options, struct text *error);
void options_free(const struct option_group *const *groups, struct option_base *options);

/* "a, b and c" of the names; last is the word before the last one. */
void options_add_choices(const struct option_choice *choices, const char *last, struct text *out);

#endif
