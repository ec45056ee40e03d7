/* Columns of tables whose rows are things that took time: how many, how long in all, and how long
 * the longest were; and points of time in a column that says whose clocks they are of. */
#pragma once

#include "analyzers/time/lengths.h"
#include "analyzers/time/zone.h"
#include "cmd/write/sheet.h"

/* Columns count, total, p50, p90 (not in text), p99, p99.9 (not in text) and longest; keys count,
 * total_ns, p50_ns, p90_ns, p99_ns, p999_ns, max_ns. count: the title, "pauses". */
void lengths_columns(struct sheet *sheet, const char *count);
/* The cells of a row, of lengths that are sorted. */
void lengths_cells(const struct lengths *lengths, struct sheet *sheet);
/* The same as fields of an object, for programs. */
void lengths_fields(const struct lengths *lengths, struct sheet *sheet);
/* "946, together 28.2 s: 47.04 % of the time, p50 24.1 ms, p99 214 ms, longest 244 ms"; appended.
 * recorded_ns 0: not known. */
void lengths_add_words(const struct lengths *lengths, int64_t recorded_ns, struct text *out);

/* "time (UTC)", key start_ns. */
void when_column(struct sheet *sheet, const struct zone *zone);
/* from_ns, to_ns: what the table is about; where that is more than a day times have a date. */
struct when {
    const struct zone *zone;
    int64_t from_ns, to_ns;
};
/* Whether the clock alone says when: it is no more than a day. */
bool when_is_day(int64_t from_ns, int64_t to_ns);
void when_cell(const struct when *when, int64_t time_ns, struct sheet *sheet);
