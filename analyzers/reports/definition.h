/* Definitions of reports: a report is a text, read here and nowhere else. docs/architecture.md has
 * the words, reports/ the texts.
 *
 *   report   network                          its name, which is the command's
 *   summary  Show how busy the network was    one line of help
 *   table    hosts Hosts                      JSON key, title: events in groups
 *   types    jdk.SocketRead jdk.SocketWrite
 *   by       host "host" host: the peer's name
 *   show     sum(duration) "total" total_ns: how long they took in all
 *
 * A command whose answer C writes has its words in such a text, too (commands/): it begins with
 * command instead of report, and has no parts.
 *
 * A line is a word and its value. What a definition cannot say of itself is an error with the
 * number of its line: a word that is not known, one that is there twice, an expression that cannot
 * be parsed, a column without a meaning, a key that nobody has.
 *
 * Ownership: all belongs to the report, which lives until report_free.
 */
#pragma once

#include "analyzers/events/fold.h"
#include "base/strings.h"
#include "base/text.h"

enum report_column_kind {
    REPORT_BY,   /* what groups are told apart by */
    REPORT_SHOW, /* what is said of each */
    REPORT_MAKE, /* of two other columns */
};

struct report_column {
    enum report_column_kind kind;
    const char *title;  /* for people */
    const char *key;    /* for programs; in figures "a.b" is b of the object a */
    const char *object; /* of such a key; NULL: of others */
    const char *meaning;
    const char *type; /* in JSON; NULL: what follows from the function, see cmd/keys/reports.h */
    const char *none; /* what people read where it is null; NULL: the usual */
    bool hidden;      /* nobody sees it, others are made of it */
    bool wide;        /* text has it only if there is room */
    bool unlabelled;  /* of figures: people do not see it */
    struct fold_key by;
    struct fold_show show;
    char operation; /* + - * of REPORT_MAKE; %: how many hundredths the first is of the second */
    size_t left, right; /* columns before it */
    size_t source;      /* of figures: the source that it is of */
};

struct report_instead { /* a key that is something else in a source */
    size_t column;
    struct fold_key by;
};

struct report_source { /* events */
    ARRAY(const char *) types;
    const char *where; /* or NULL */
    bool also;         /* its rows stand beside those of the source before */
    ARRAY(struct report_instead) instead;
};

struct report_saying {         /* of figures: a line for people */
    const char *label, *words; /* words: with {key} in it, and [parts that may be left out] */
};

enum report_part_kind {
    REPORT_TABLE,   /* of groups; the first source that has events answers, with those that
                       also do */
    REPORT_FIGURES, /* single ones, each of its own source */
    REPORT_EXTRA,   /* what only C can say */
};

struct report_part {
    enum report_part_kind kind;
    const char *key; /* of figures "-": they stand in the report itself; of an extra
                          its name in cmd/reports/extras.c, too */
    const char *title;
    ARRAY(struct report_source) sources;
    ARRAY(struct report_column) columns;
    ARRAY(struct report_saying) sayings;
    const char *share, *rate; /* meanings of columns behind the first show; NULL: none */
    ARRAY(size_t) order;      /* columns, the greatest first; none: the first show */
    bool by_keys;             /* in the order of the keys instead */
    bool all_rows;            /* --top leaves none out */
    bool detail;              /* people see it with --all alone */
    const char *unless;       /* an event type: where there are events of it, this has none; NULL */
    const char *lead;         /* of a table: a sentence for people above all parts, with {key} of
                                 the first row, {key noun} of a number of things, {all key} of all
                                 rows together, and {share}, the part that the first row has of
                                 the first show; or NULL */
    ARRAY(const char *) notes; /* below it, if there is anything */
    size_t line;               /* where it begins */
};

struct report_example {
    const char *line, *help;
};

struct report_next {
    const char *call, *shows; /* "flame --event lock", "the stacks of the waits" */
};

struct report {
    const char *name, *summary;
    const char *description; /* paragraphs with an empty line between them; of a command or NULL */
    const char *tab;         /* of the page; NULL: none */
    const char *nothing;     /* what is said if there is no event of any part */
    bool programs_get_all;   /* --top is for people alone */
    bool of_command;         /* it is the words of one, and no report */
    ARRAY(struct report_example) examples; /* ends with one of NULL */
    ARRAY(struct report_next) next;        /* what to run after it */
    ARRAY(struct report_part) parts;
    struct arena texts;
};

struct report_error {
    size_t line; /* from 1 */
    char text[300];
};

/* NULL: error says what is wrong. */
struct report *report_parse(const char *text, struct report_error *error);
void report_free(struct report *report); /* NULL is allowed */
