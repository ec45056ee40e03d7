/* Alike: rows of a series that differ in nothing but their times and amounts: they are of one
 * thread, on one stack, with one other end. Hundreds of thousands of reads and writes are some tens
 * of those, so that rules that ask who does what, where and with whom go over them, not over rows.
 * They are found once for all rules of an input (rule_input.busy).
 *
 *   const struct alike *alike = alike_of(input, SERIES_SOCKET_READ);
 *   EACH (const struct alike_rows, rows, &alike->all)
 *       tallies_add(&threads, series_id(&reads, IO_THREAD, rows->first), rows->ns);
 */
#pragma once

#include "analyzers/rules/series.h"

struct alike_rows { /* in the order of their first ones */
    size_t first, longest, last; /* rows; longest: the first that took so long; last: that lasted */
    uint64_t count, lasting;     /* how many, and which took any time */
    int64_t longest_ns;
    double ns, bytes; /* sums; bytes: of files and sockets */
};

struct alike {
    ARRAY(struct alike_rows) all;
    ARRAY(struct packed) numbers; /* of each row, in all */
};

/* Made when it is asked for first, kept in input->busy. Never NULL. */
const struct alike *alike_of(const struct rule_input *input, enum series_id id);
/* The number of those that the row is one of. */
static inline uint32_t alike_at(const struct alike *alike, size_t row) {
    return (uint32_t)packed_get(&alike->numbers.items[row / PACKED_ROWS], row % PACKED_ROWS);
}
void alike_free(struct alike *alike); /* or NULL */
