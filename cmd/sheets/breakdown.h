/* Breakdowns: reports that are tables of groups of events, described as data. A command that asks
 * where something goes is a list of these rows; all are answered in one walk.
 *
 *   static const struct breakdown_table tables[] = {
 *       {.key = "files", .title = "Files", .types = {"FileRead", "FileWrite"},
 *        .by = {{"path", "file", "file"}}, .show = {BREAKDOWN_TOTAL, BREAKDOWN_COUNT}},
 *       {.key = NULL}};
 */
#ifndef CMD_SHEETS_BREAKDOWN_H
#define CMD_SHEETS_BREAKDOWN_H

#include "analyzers/tables/table.h"
#include "cmd/read/answer.h"
#include "cmd/read/groups.h"

#define BREAKDOWN_TYPES 6
#define BREAKDOWN_BY 4
#define BREAKDOWN_SHOWS 10

struct breakdown_column {
    const char *what;  /* as --by and --show take it; NULL ends the list */
    const char *title; /* for people */
    const char *name;  /* for programs */
};

struct breakdown_table {
    const char *key;   /* of the array, for programs; NULL ends the table of tables */
    const char *title; /* for people */
    const char *types[BREAKDOWN_TYPES];
    const char *where;                             /* or NULL */
    struct breakdown_column by[BREAKDOWN_BY];      /* what "step": steps of time that suit */
    struct breakdown_column show[BREAKDOWN_SHOWS]; /* groups are sorted by the first */
    bool share, rate;                              /* of the first show */
    bool in_place; /* shown, under the same key, if the table before has no rows */
};

#define BREAKDOWN_COUNT \
    { "count", "count", "count" }
#define BREAKDOWN_TOTAL \
    { "sum(duration)", "total", "total_ns" }
#define BREAKDOWN_TIMES                                                       \
    {"p50(duration)", "p50", "p50_ns"}, {"p99(duration)", "p99", "p99_ns"}, { \
        "max(duration)", "max", "max_ns"                                      \
    }

struct breakdown_options { /* of all commands of this kind */
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    uint64_t top;
};
extern const struct option_use breakdown_groups[];

/* What is no table of groups: read in the same walk, shown behind the tables. */
struct breakdown_more {
    const struct wishes *wishes;
    void (*describe)(const struct tables *tables, struct time_window window, size_t top,
                     struct sheet *sheet);
};
/* As below, with more; not where threads or frames are filtered. */
int breakdown_answer_with(struct answer *answer, const struct breakdown_table *tables,
                          const struct breakdown_more *more, const char *nothing);
/* nothing: what is said if there is no event of any table: "there are no waits for locks". */
int breakdown_answer(struct answer *answer, const struct breakdown_table *tables,
                     const char *nothing);

#endif
