/* The tools of the server: each is a command with a few of its options, and says what may be asked
 * next. Those of reports come from the definitions of these.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum argument_kind {
    RECORDING, /* a path that is allowed; an operand */
    TEXT,      /* the value of an option: no command guesses what it may be */
    COUNT,     /* likewise, a number */
    REPORT,    /* which command it is: one that is a report */
    CLAIMS,    /* a list, whose JSON is the value of an option; all that is served are operands */
};

struct report;

#define TOOL_ARGUMENTS 12
struct argument {
    const char *name; /* NULL ends the table */
    const char *option, *help;
    enum argument_kind kind;
    bool needed;
    unsigned usual, most; /* of COUNT */
};

/* What may be asked then. Of arguments "event=lock&include={methods[0].class}", what is in braces
 * is a place of the answer (see claim.h); a call whose place is not there is not offered. */
struct follow {
    const char *tool; /* NULL ends the table */
    const char *arguments, *why;
};

#define TOOL_FOLLOWS 4
struct tool {
    const char *name, *title, *help;
    const char *command;          /* NULL: an argument says it; "": none, it is answered at once */
    const char *fixed;            /* an argument that is always there, or NULL */
    const char *keys;             /* the document that its JSON is, see cmd/keys */
    bool old;                     /* still answered, and not listed */
    bool checks;                  /* what it hands out is about claims, and none itself */
    const char *next, *next_time; /* in words: when there is no call; after nothing or an error */
    const struct follow *follows; /* NULL: none */
    const struct report *report;  /* whose definition says what follows; or NULL */
    struct argument arguments[TOOL_ARGUMENTS];
};

/* Those that are not old, and then those. NULL: there are no more. */
const struct tool *tool_at(size_t index);
/* NULL: there is none. */
const struct tool *tool_named(const char *name);
/* The tool that a command is, or that shows the same: a flame graph's is hot methods. Or NULL. */
const struct tool *tool_of_command(const char *name, size_t len);
/* Which argument is passed on as that; NULL: none. */
const struct argument *tool_argument(const struct tool *tool, const char *name);
