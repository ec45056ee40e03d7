/* What commands that answer from events, not from samples, read: tables of their wishes, the rows
 * of the time that was asked for, and the zone of the times that they show.
 *
 *   struct tables_read read;
 *   int code = tables_read_open(&read, &answer->reading, &options->window, &wishes);
 *   if (code == EXIT_OK) ... tables_find(read.tables, ...), read.window ...
 *   tables_read_close(&read);
 */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/time/time_range.h"
#include "cmd/read/reading.h"

struct tables_read {
    const struct tables *tables;
    const struct walk_run *of; /* the run that they were read in */
    struct time_window window; /* what --from and --to leave; both ends are in it */
    struct zone zone;          /* as --tz says, else of the recording that started first */
    struct time_range range;   /* what of the recording lies in the window */
    int64_t recorded_ns;       /* how much of the window was recorded by chunks that know the
                                  event of the first wish */
    struct walk_run run; /* of tables_read_open: owns the tables; more readers may have joined */
};

/* Among others in a run: joins what the wishes need; afterwards gives what was read, the run's. */
void tables_read_join(struct walk_run *run, const struct wishes *wishes);
struct tables_read tables_read_of(const struct walk_run *run, const struct scan_report *report,
                                  const struct window_options *window, const struct wishes *wishes);

/* Reads once, for all wishes, and says what was lost. More readers may join read->run before, which
 * is zeroed then. EXIT_OK, or the exit code to end with; tables_read_close is due in any case.
 * Tables have all rows, whatever the window. */
int tables_read_open(struct tables_read *read, struct reading *reading,
                     const struct window_options *window, const struct wishes *wishes);
void tables_read_close(struct tables_read *read);

/* Does it begin in the window? */
static inline bool tables_read_has(const struct tables_read *read, int64_t time_ns) {
    return time_window_has(&read->window, time_ns);
}
