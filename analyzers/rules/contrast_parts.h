/* What the contrast is made of; nobody but contrast*.c and their tests need this header. */
#ifndef ANALYZERS_RULES_CONTRAST_PARTS_H
#define ANALYZERS_RULES_CONTRAST_PARTS_H

#include "analyzers/rules/contrast.h"
#include "analyzers/rules/judging.h"

/* ==== Sources: what a measure is summed up of ================================================ */

enum contrast_how {
    CONTRAST_BY_SPAN,    /* how much of the time events take */
    CONTRAST_BY_COUNT,   /* how often they come */
    CONTRAST_BY_SUM,     /* of a column, by time */
    CONTRAST_BY_LEVEL,   /* of a column, on average over events */
    CONTRAST_BY_COUNTER, /* a column that only grows, by time */
};

struct contrast_source {
    struct contrast_measure measure;
    enum series_id series;
    enum contrast_how how;
    size_t column; /* of sums, levels, counters */
    size_t thing;  /* a column that says what it is about; 0: none */
    double factor; /* of the column; 0: 1 */
};

enum { CONTRAST_SOURCES = 32 };
extern const struct contrast_source contrast_sources[CONTRAST_SOURCES];

/* Of the whole recording, whatever the window is. */
struct series contrast_series(const struct rule_input *input, const struct contrast_source *source);
/* A difference of this size is nothing to speak of: figures are compared as if they had it more. */
double contrast_unit_floor(enum contrast_unit unit);

/* ==== Cells of time ========================================================================== */

struct contrast_cells {
    int64_t from_ns, to_ns, end_ns; /* the window, the recording's end */
    int64_t first_ns, length_ns;    /* where cell 0 begins: at the recording's start, or before */
    size_t before, window, after;   /* how many of each */
    double *sum, *weight;           /* weight of a sum by time: seconds recorded */
};

/* Cells of the window and, of the same length, of what is before and after it. False: there is no
 * window in it, or nothing besides. To be freed. */
bool contrast_cells_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                         struct contrast_cells *cells);
void contrast_cells_free(struct contrast_cells *cells);
size_t contrast_cells_len(const struct contrast_cells *cells);
/* The cell that a time from first_ns to end_ns lies in, and where a cell ends. */
size_t contrast_cell_of(const struct contrast_cells *cells, int64_t time_ns);
int64_t contrast_cell_end(const struct contrast_cells *cells, size_t cell);

/* What one event adds: by its window alone for things, by cells for the test. */
struct contrast_spread {
    struct contrast_cells *cells;
    double window, rest;
};

/* Adds the amount to the cells between the times, to each as much as it has of them; what of it is
 * in the window and in the rest is in the spread. What begins before start_ns is not counted. */
void contrast_spread_over(struct contrast_spread *spread, int64_t from, int64_t to, double amount,
                          int64_t start_ns);

/* p of both sides' cells being alike, of as many joined ones as are not alike to their neighbours:
 * sets p, tested, cells and cell_ns of the row, whose values are set. */
void contrast_test(const struct contrast_cells *cells, struct contrast_row *row);

#endif
