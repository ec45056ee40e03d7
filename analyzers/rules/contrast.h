/* Contrast: what is different in a window of a recording from the rest of it, by more than chance,
 * over everything that the series (series.h) say: load, throttling, collections, waits, I/O,
 * allocation, exceptions, safepoints, memory.
 *
 *   contrast_make(&input, &contrast)  rows, the ones that differ most first
 *
 * A measure is summed up in cells of time: the window and the rest are cut into pieces of one
 * length. Neighbouring cells are joined until they are no longer alike (their autocorrelation is
 * what chance makes of it), as what goes on for a while would count several times. The cells of
 * both sides are compared by their ranks (Mann and Whitney), and all measures are corrected
 * together (Benjamini and Hochberg). Side 0 is the rest, 1 is the window. */
#ifndef ANALYZERS_RULES_CONTRAST_H
#define ANALYZERS_RULES_CONTRAST_H

#include "analyzers/rules/series.h"

#define CONTRAST_ALPHA 0.05
#define CONTRAST_LEAST_CELLS 3 /* a side, for a test */

enum contrast_unit {
    CONTRAST_PERCENT,    /* of the time, or of all processors */
    CONTRAST_THREADS,    /* how many threads at a time, on average */
    CONTRAST_PER_SECOND, /* how often */
    CONTRAST_BYTES_PER_SECOND,
    CONTRAST_BYTES,
    CONTRAST_NS,
    CONTRAST_COUNT,
};

struct contrast_measure {
    const char *id, *name; /* "gc_pauses", "GC pauses" */
    unsigned group;        /* enum rule_group */
    enum contrast_unit unit;
    const char *see; /* the command that shows more, with its options */
};

struct contrast_row {
    const struct contrast_measure *measure;
    double value[2];
    double ratio; /* of value[1] to value[0]; infinite: only in the window */
    double worth; /* how much that matters: 0 is nothing, negative is less than elsewhere */
    double p, adjusted;
    size_t cells[2]; /* that were compared */
    int64_t cell_ns;
    bool tested; /* false: it was recorded too seldom, or goes on for too long, to tell */
    bool significant;
    const char *most;     /* what most of the difference is about, or NULL; in the tables */
    double most_value[2]; /* of value */
};

struct contrast {
    ARRAY(struct contrast_row) rows; /* of measures that were recorded */
    int64_t window_ns, rest_ns;      /* how long */
};

struct rule_input;
/* input: judged, with a window; start_ns and end_ns: of the whole recording. To be freed; the
 * tables must outlive it. */
void contrast_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                   struct contrast *out);
void contrast_free(struct contrast *contrast);
/* Significant, and enough to be shown to people. */
bool contrast_stands_out(const struct contrast_row *row);
/* "percent", "bytes_per_second". */
const char *contrast_unit_name(enum contrast_unit unit);

#endif
