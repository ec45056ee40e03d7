/* Views: answers that are made of tables of events, of a window, and nothing else. Each has two
 * functions, with which it takes part in whatever walk it is asked in:
 *
 *   view_join      the wishes join the run, beside those of others
 *   view_of        what was read of them; view_is_there: is that an answer?
 *   kind.describe  puts it on a sheet
 *
 * A command whose answer is a view says .answer = a function that calls view_answer, which reads
 * for it alone; parts of reports (cmd/reports/extras.h) and pages ask for many together. */
#pragma once

#include "cmd/read/answer.h"
#include "cmd/read/tables.h"

struct view {
    const struct tables_read *read;
    struct time_range range; /* what is shown */
    size_t top;              /* SIZE_MAX: all; programs get all in any case */
    const char *title;       /* of a part of a report; or NULL */
    bool all;                /* people see all tables */
    struct text *left_out;   /* titles of those that they do not; NULL: they see all */
    const void *options;     /* of the command whose answer it is; NULL: the usual */
};

struct view_kind {
    const struct wishes *wishes; /* each begins with "startTime" */
    size_t main;                 /* without an event of the first ones there is no answer */
    bool (*is_there)(const struct tables_read *read); /* NULL, or what says so instead */
    bool accounts;       /* it looks at the account (analyzers/account) of the run */
    const char *nothing; /* what is said then, unless a report does */
    void (*lead)(const struct view *view, struct text *out); /* a sentence for people; or NULL */
    void (*describe)(const struct view *view, struct sheet *sheet);
    void (*draw)(const struct view *view, struct text *markup); /* above it on pages; or NULL */
};

/* What the commands of these names answer. */
extern const struct view_kind view_jvm;

/* Before the walk: reads what kind wishes. */
void view_join(struct walk_run *run, const struct view_kind *kind);
/* read: of tables_read_of with the kind's wishes; top: 0 is all. */
struct view view_of(const struct tables_read *read, uint64_t top, const void *options);
bool view_is_there(const struct view *view, const struct view_kind *kind);

/* Reads for the kind alone and describes it on the answer's sheet. */
int view_answer(struct answer *answer, const struct view_kind *kind,
                const struct window_options *window, uint64_t top);

/* ==== For describe ========================================================================== */

/* Of a cell that is the number of a text; NULL: there is none. */
const char *view_text(const struct view *view, uint64_t cell);
/* Are so many rows shown, and no more? */
bool view_is_full(const struct view *view, size_t shown, const struct sheet *sheet);
/* Is a table of that title one that people see with --all alone? Then it is said to be left out. */
bool view_leaves_out(const struct view *view, const char *title, const struct sheet *sheet);
