/* What asking and describing reports are made of. */
#pragma once

#include "analyzers/account/account.h"
#include "analyzers/rules/census.h"
#include "cmd/read/view.h"
#include "cmd/reports/asked.h"
#include "cmd/write/event_values.h"

struct next_asked { /* whether there are stacks where a report leads: "flame --event lock" */
    const struct report_next *of;
    const char *event; /* "lock" */
    size_t question;
};

struct reports_asked {
    const struct report *const *reports;
    size_t count;
    const struct selection *selection;
    /* of all reports, parts and sources, in their order */
    ARRAY(struct event_question) questions;
    ARRAY(struct fold_key) keys; /* of all questions, one after the other */
    ARRAY(struct fold_show) shows;
    ARRAY(size_t) first; /* question of each part of each report */
    ARRAY(struct next_asked) next;
    struct arena texts; /* of conditions made here */
    struct events *events;
    const struct walk_run *run;
    const struct scan_report *scanned;
    struct time_range range; /* that is shown */
    struct time_window window;
    int64_t recorded_ns;
    struct zone zone;
    struct account_asked account; /* of extras that look at it */
};

struct describing { /* one report */
    const struct reports_asked *asked;
    const struct report *report;
    uint64_t top; /* 0: all */
    bool all;     /* people see all parts */
    struct sheet *sheet;
    struct event_values values;
    struct text left_out; /* titles of tables of extras that people see with --all */
    struct text cut;      /* tables of which programs get the first rows, "monitors (10 of 14)" */
};

/* What a source of the part came to. */
struct events_answer part_answer(const struct describing *d, const struct report_part *part,
                                 size_t source);
/* Are there events of the type that makes the part needless? */
bool part_is_answered(const struct describing *d, const struct report_part *part);
/* A value of a group, or of a column made of others; a figure that no event says is missing. */
struct part_value {
    struct fold_value value;
    bool percent;
};
/* Of a column in a group; both must exist. */
struct part_value part_value(const struct events_answer *answer, const struct report_part *part,
                             size_t group, size_t column);
/* False: it is missing. */
bool part_number(const struct part_value *value, double *number);
struct cell part_cell(struct describing *d, const struct events_answer *answer,
                      const struct part_value *value);

/* A line each, for whom they are. */
void part_add_notes(const struct report_part *part, struct text *out);
void table_describe(struct describing *d, const struct report_part *part);
/* The part's sentence of its first row, if it has both and all figures in it are known. */
void table_add_lead(struct describing *d, const struct report_part *part, struct text *out);
void figures_describe(struct describing *d, const struct report_part *part);

/* ==== What was recorded ====================================================================== */

struct recorded { /* an event type, as the last settings say */
    const char *type;
    bool known, off;
    bool pinned; /* there are virtual threads, whose waits it has only while they hold a carrier */
    const char *threshold, *throttle; /* NULL: without */
};
typedef ARRAY(struct recorded) recorded_types;

void recorded_join(struct walk_run *run); /* before the walk: reads the settings */
/* Of the parts that people see first, or of those that say something above all. To be freed. */
recorded_types recorded_of(struct describing *d, bool of_leads);
/* Are there virtual threads whose waits for monitors are not recorded? */
bool recorded_lacks_virtual(const recorded_types *types);
/* "Only what takes 20 ms or longer: JavaMonitorEnter. Switched off: ThreadPark.", and in a line of
 * its own how to record it. What recorded_lacks_virtual asks stands first, in the report's lead. */
void recorded_add(const recorded_types *types, struct text *out);
/* "none of the 1,657 events of JavaMonitorEnter and ThreadPark matches the filters"; nothing if
 * there are none. */
void recorded_add_left_out(const struct describing *d, struct text *out);
/* Why there is nothing. */
void recorded_add_nothing(const recorded_types *types, struct text *out);

/* ==== What to run next ======================================================================= */

/* "lock" of "flame --event lock"; NULL: it leads to no stacks. */
const char *report_next_event(const struct report_next *next);
/* Is there something where it leads? Of a run with a census; else nobody knows, and it is said.
 * next: of a report that was asked and read. */
bool report_next_leads(const struct reports_asked *asked, const struct report_next *next);

/* ==== Extras: what only C can say ============================================================ */

/* What was read for it. */
struct tables_read report_extra_read(const struct reports_asked *asked,
                                     const struct report_part *part);
/* Extras know no filter by thread or frame: with one they are left out. */
bool report_extra_is_asked(const struct reports_asked *asked);
