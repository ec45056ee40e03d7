/* Heat map in the manner of FlameScope: time runs down a column, then on in the next one. What
 * repeats every second makes a horizontal line, what blocks everything a blank.
 *
 *          0 s   1 s   2 s          cell (1, 2): from 1.04 s up to, not including, 1.06 s
 *   0 ms    3     0     2
 *  20 ms    1     4     0
 *  40 ms    0     5     0
 *
 * A column is a second. Long recordings have columns of several seconds, so that the picture stays
 * within max_columns; cells grow with them and stay one stretch of time each.
 */
#pragma once

#include "analyzers/time/time_range.h"

struct heatmap_options {
    struct time_range range;
    int64_t origin_ns;  /* start of the recording: columns begin whole columns after it */
    size_t rows;        /* 1..1000, a divisor of a second in ns or not */
    size_t max_columns; /* > 0 */
    size_t hottest;     /* how many cells are named */
};

struct heatmap_cell {
    size_t column, row;
    uint64_t samples;
    int64_t from_ns, to_ns; /* both inclusive */
};

struct heatmap {
    int64_t start_ns;  /* of the first column */
    int64_t column_ns; /* a whole number of seconds */
    size_t columns, rows;
    uint64_t *cells;                    /* column by column: cells[column * rows + row] */
    uint64_t most;                      /* in one cell */
    ARRAY(struct heatmap_cell) hottest; /* most samples first, then by time; none without samples */
};

/* In out, to be freed with heatmap_free. Samples without a time are not shown. */
void heatmap_make(const struct profile *profile, const struct heatmap_options *options,
                  struct heatmap *out);
/* The stretch of time that a cell is. */
struct heatmap_cell heatmap_cell_at(const struct heatmap *map, size_t column, size_t row);
void heatmap_free(struct heatmap *map);
