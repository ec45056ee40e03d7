/* Reports that are asked for together: their questions in one walk, then each on a sheet.
 *
 *   struct reports_asked *asked = reports_ask(list, count, &selection, true, &error);
 *   reports_join(asked, &run);                 other readers may join the run, too
 *   walk_start(&run, &scan, &scanned);
 *   wrong = reports_read(asked, &run, &scanned);
 *   if (!reports_is_empty(asked, i)) report_describe(asked, i, extent, sheet);
 *   walk_run_free(&run); reports_free(asked);
 *
 * Parts that are about events of one type share their conditions and the fields they read
 * (analyzers/events), whichever report they are of.
 */
#pragma once

#include "analyzers/events/events.h"
#include "analyzers/reports/definition.h"
#include "cmd/write/sheet.h"

struct reports_asked;

/* The reports and the selection, which is open, outlive the result. all: what people see with --all
 * alone is described, too; else it is only found out whether there is any of it. NULL: error says
 * what of the selection does not fit. */
struct reports_asked *reports_ask(const struct report *const *reports, size_t count,
                                  const struct selection *selection, bool all,
                                  struct events_error *error);
void reports_join(struct reports_asked *asked, struct walk_run *run);
/* After the run, which lives until reports_free. NULL, or what the recordings have nothing of. */
const struct events_error *reports_read(struct reports_asked *asked, const struct walk_run *run,
                                        const struct scan_report *scanned);
/* Has no part of the report an event? */
bool reports_is_empty(const struct reports_asked *asked, size_t report);
struct report_extent {
    uint64_t top; /* rows of each table; 0: all */
    bool all;     /* people see the parts, too, that are for who asks for all */
};
/* All of the report: fields and tables for programs, titles, tables and sentences for people. */
void report_describe(const struct reports_asked *asked, size_t report, struct report_extent extent,
                     struct sheet *sheet);
/* Why there is nothing of it: "there are no waits for monitors or locks. Switched off: ...". */
void report_add_nothing(const struct reports_asked *asked, size_t report, struct text *out);
void reports_free(struct reports_asked *asked); /* NULL is allowed */
/* A line: "Not recorded: how long virtual threads waited for locks (jfrtool record PID ...)." */
void recorded_add_unseen(struct text *out);

/* What C says of a part (cmd/reports/extras.c). NULL: there is none of that name. */
struct view_kind;
/* name: the part's key. Static. */
const struct view_kind *report_extra(const char *name);
