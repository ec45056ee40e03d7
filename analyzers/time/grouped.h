/* Grouped: rows of a table that agree in some columns, as one row each: how many there are, what
 * their durations come to, and the sum of another column.
 *
 *   static const struct grouping by_reason = {.wish = &deoptimizations, .keys = {REASON, ACTION},
 *                                             .key_count = 2};
 *   struct grouped groups = grouped_make(tables, &by_reason, &window); ... grouped_free(&groups);
 *
 * Most time first, then most rows, then by their keys, whose cells are in order of their texts.
 */
#ifndef ANALYZERS_TIME_GROUPED_H
#define ANALYZERS_TIME_GROUPED_H

#include "analyzers/tables/table.h"
#include "analyzers/time/lengths.h"
#include "analyzers/time/time_point.h"

#define GROUPED_KEYS 4

struct grouping {
    const struct wish *wish;   /* its first column is the start time */
    size_t keys[GROUPED_KEYS]; /* columns */
    size_t key_count;
    size_t unless; /* column; 0: none. Rows in which it is null have these keys instead: */
    size_t others[GROUPED_KEYS];
    size_t duration; /* column; 0: all are 0, so that they are sorted by count */
    size_t sum;      /* column; 0: none */
};

struct grouped_row {
    uint64_t keys[GROUPED_KEYS]; /* cells */
    struct lengths lengths;      /* sorted */
    int64_t sum;
    size_t last; /* row of the table: the last one */
};

struct grouped {
    const struct event_table *table;
    ARRAY(struct grouped_row) rows;
    struct lengths all; /* sorted */
    int64_t sum;
};

/* Of rows that begin in the window. */
struct grouped grouped_make(const struct tables *tables, const struct grouping *grouping,
                            const struct time_window *window);
void grouped_free(struct grouped *grouped);
/* Does the row of the table begin in the window? */
static inline bool grouped_takes(const struct event_table *table, size_t row,
                                 const struct time_window *window) {
    int64_t time = event_table_int(table, 0, row);
    return time >= window->from_ns && time <= window->to_ns;
}

#endif
