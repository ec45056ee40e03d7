/* What the contrast is made of; nobody but contrast*.c and their tests need this header. */
#pragma once

#include "analyzers/rules/contrast.h"
#include "analyzers/rules/judging.h"

/* ==== Sources: what a measure is summed up of ================================================ */

enum contrast_how {
    CONTRAST_BY_SPAN,    /* how much of the time events take */
    CONTRAST_BY_COUNT,   /* how often they come */
    CONTRAST_BY_SUM,     /* of a column, by time */
    CONTRAST_BY_LEVEL,   /* of a column, on average over events */
    CONTRAST_BY_COUNTER, /* a column that only grows, by time */
    CONTRAST_BY_SAMPLES, /* samples of threads that run, or (column 1) of others, by time */
};

struct contrast_source {
    struct contrast_measure measure;
    enum series_id series;
    enum contrast_how how;
    size_t column; /* of sums, levels, counters */
    size_t thing;  /* a column that says what it is about; 0: none */
    double factor; /* of the column; 0: 1 */
};

enum { CONTRAST_SOURCES = 34 };
extern const struct contrast_source contrast_sources[CONTRAST_SOURCES];

/* Of the whole recording, whatever the window is; not of samples. */
struct series contrast_series(const struct rule_input *input, const struct contrast_source *source);

/* ==== Cells of time ========================================================================== */

struct contrast_stretch { /* a part, cut into cells; the last one ends with the part */
    struct contrast_part part;
    size_t first, count; /* its cells */
};

struct contrast_cells {
    ARRAY(struct contrast_stretch) stretches;
    int64_t length_ns; /* of a cell; the last one of a stretch may have half of it more or less */
    size_t len;
    double *sum, *weight; /* weight of a sum by time: seconds recorded */
};

/* False: a side has no time. To be freed in any case. */
bool contrast_cells_make(const struct contrast_sides *sides, struct contrast_cells *cells);
void contrast_cells_free(struct contrast_cells *cells);
/* Where a cell of the stretch begins; of count: where the last one ends. */
int64_t contrast_cell_begin(const struct contrast_cells *cells,
                            const struct contrast_stretch *stretch, size_t cell);
/* Sums are 0 then, and weights of sums by time what was recorded. */
void contrast_cells_clear(struct contrast_cells *cells, bool by_time);

/* The stretches of one input, and what one event added on each side: for things. */
struct contrast_spread {
    struct contrast_cells *cells;
    size_t begin, end;
    double side[2];
};

/* The stretches that come from input, which may be none. */
struct contrast_spread contrast_spread_of(struct contrast_cells *cells,
                                          const struct rule_input *input);
/* The cell that the time is in; SIZE_MAX: none is. */
size_t contrast_cell_at(const struct contrast_spread *spread, int64_t time_ns);
/* Adds the amount to the cells between the times (sums or weights), to each as much as it has of
 * them; what takes no time is in one cell. */
void contrast_spread_over(struct contrast_spread *spread, int64_t from, int64_t to, double amount,
                          double *into);

/* p of both sides' cells being alike, of as many joined ones as are not alike to their neighbours:
 * sets p, tested, cells and cell_ns of the row, whose values are set. */
void contrast_test(const struct contrast_cells *cells, struct contrast_row *row);

/* Do recordings agree, as far as so few can? With three a side or more, what differs from one to
 * the next is known. */
bool contrast_runs_agree(const struct contrast_cells *cells);

/* ==== What is in the cells =================================================================== */

struct contrast_things { /* sums by what they are about, on each side; names are of the tables */
    struct strings names;
    ARRAY(const char *) texts; /* by name */
    ARRAY(double) sums[2];     /* likewise */
};

/* Fills the cells with what the source has of all inputs. False: nothing of it was recorded. */
bool contrast_collect(const struct contrast_source *source, struct contrast_cells *cells,
                      struct contrast_things *things);
void contrast_things_free(struct contrast_things *things);
/* Could the side have recorded it: is there an event of it, or does a setting switch it on? */
bool contrast_is_known(const struct contrast_source *source, const struct contrast_cells *cells,
                       int side);
/* The setting that the sides had different values of, on which the figure depends; or NULL. */
const char *contrast_other_setting(const struct contrast_source *source,
                                   const struct contrast_cells *cells);
