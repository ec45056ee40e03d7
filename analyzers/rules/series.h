/* Series: the tables of events that rules judge, one wish for each event type, whatever number of
 * rules looks at it, so that an event is decoded once.
 *
 *   struct series pauses = series_of(input, SERIES_PAUSE);
 *   for (size_t row = 0; row < pauses.rows; row++)
 *       longest = max(longest, series_int(&pauses, PAUSE_DURATION, row));
 *
 * Rows are in order of time. A new series is a line of series.wishes; one that a single rule looks
 * at may be a wish of that rule instead (rule.wishes, series_of_wish). */
#pragma once

#include "analyzers/rules/series_wishes.h"
#include "analyzers/tables/table.h"

extern const struct wish series_rows[SERIES_COUNT];
extern const struct wishes series_wishes;             /* exceptions are counted, see series_count */
extern const struct wishes series_wishes_in_window;   /* all of them are rows */
extern const struct wishes series_wishes_of_contrast; /* besides one of these */

struct series { /* a table with rows, or without any */
    const struct tables *tables;
    const struct event_table *table; /* NULL: none */
    size_t first, rows;              /* those of the input's window; row 0 is the first of them */
    bool of_spans, of_sockets;       /* they have a duration; they are reads of sockets */
};

struct rule_input;
/* Without rows if nothing was recorded of it; it points into the input's tables. */
struct series series_of(const struct rule_input *input, enum series_id id);
struct series series_of_wish(const struct rule_input *input, const struct wish *wish);

/* The row of the table that a row of the series is; row is below rows. */
static inline size_t series_row(const struct series *series, size_t row) {
    granted(row < series->rows);
    return series->first + row;
}

/* Cells; null is JFR_NULL_INT, NaN, NULL, JFR_NULL_ID. */
static inline int64_t series_int(const struct series *series, size_t column, size_t row) {
    return event_table_int(series->table, column, series_row(series, row));
}
/* MISSING_REAL where there is none. */
double series_real(const struct series *series, size_t column, size_t row);
static inline uint32_t series_id(const struct series *series, size_t column, size_t row) {
    return event_table_id(series->table, column, series_row(series, row));
}
/* NULL where there is none. */
const char *series_text(const struct series *series, size_t column, size_t row);
/* Of the last row that has one; NULL: none has. */
const char *series_last_text(const struct rule_input *input, enum series_id id, size_t column);
/* How many events the row stands for. */
uint64_t series_count(const struct series *series, size_t row);
bool series_true(const struct series *series, size_t column, size_t row);
/* What a cell of threads is called, or NULL. */
const char *series_thread(const struct series *series, size_t column, size_t row);

/* No time is before the epoch or beyond this, so that sums and differences of some are numbers,
 * whatever a damaged recording says. */
#define SERIES_LAST (INT64_MAX / 4)

/* A time or a length as far as it goes. */
static inline int64_t series_time(int64_t ns) {
    return ns < 0 ? 0 : ns > SERIES_LAST ? SERIES_LAST : ns;
}
/* When the row began, ns since the epoch; 0 of what has no time. */
static inline int64_t series_start(const struct series *series, size_t row) {
    return series_time(series_int(series, SERIES_START, row));
}
/* Never negative; 0 of what has none. */
static inline int64_t series_duration(const struct series *series, size_t row) {
    return series->of_spans ? series_time(series_int(series, SERIES_DURATION, row)) : 0;
}
/* When it ended, ns since the epoch; no sooner than it began. */
static inline int64_t series_end(const struct series *series, size_t row) {
    return series_start(series, row) + series_duration(series, row);
}

/* The highest rate that totals rose at over 0.9 s or as much more as two of them are apart, and
 * when that was; missing, and no times: there is none. A total that falls, or is not known, starts
 * anew.
 */
double series_most_per_second(const struct series *totals, size_t column, int64_t *from_ns,
                              int64_t *to_ns);

/* Frames of a stack, leaf first; *depth is 0 if there is none. */
const uint32_t *series_stack(const struct series *series, size_t column, size_t row,
                             uint32_t *depth);
/* Of a frame. */
const char *series_frame_class(const struct series *series, uint32_t frame);
const char *series_frame_method(const struct series *series, uint32_t frame);
