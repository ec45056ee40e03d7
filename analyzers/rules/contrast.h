/* Contrast: what is different between two sides, by more than chance, over everything that the
 * series (series.h) say: load, throttling, collections, waits, I/O, allocation, exceptions,
 * safepoints, memory; and how many samples there were. The sides are recordings, or a window of a
 * recording and the rest of it.
 *
 *   contrast_make(&input, start, end, &contrast)   side 0 is the rest, side 1 is the window
 *   contrast_of(&sides, &contrast)                 side 0 is the base, side 1 is new
 *
 * A measure is summed up in cells of time: the parts are cut into pieces of one length.
 * Neighbouring cells are joined until they are no longer alike (their autocorrelation is what
 * chance makes of it), as what goes on for a while would count several times. The cells of both
 * sides are compared by their ranks (Mann and Whitney), and all measures are corrected together
 * (Benjamini and Hochberg). With three recordings a side or more, the ranks of their means have to
 * agree.
 *
 * Who wants it joins the rules (rules_join), and contrast_join, to the run.
 *
 * Where one side did not record a measure, or recorded it from another threshold on, it is not
 * compared. */
#pragma once

#include "analyzers/rules/series.h"

#define CONTRAST_ALPHA 0.05
#define CONTRAST_LEAST_CELLS 3 /* a side, for a test */
#define CONTRAST_LEAST_RUNS 3  /* recordings of a side whose ranks are tested */

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
    bool tested; /* false: it was recorded too seldom, or goes on for too long, to tell: whatever
                    its cells were, they could be chance */
    bool significant;
    const char *other_setting; /* "threshold": the sides recorded it with different ones; or NULL */
    const char *most;          /* what most of the difference is about, or NULL; in the tables */
};

struct contrast {
    ARRAY(struct contrast_row) rows; /* of measures that were recorded */
    int64_t ns[2];                   /* how long */
};

struct rule_input;
struct contrast_part { /* time that was recorded, of a side */
    const struct rule_input *input;
    int side;
    int64_t from_ns, to_ns;
};
struct contrast_sides {
    ARRAY(struct contrast_part) items;
    bool without_samples; /* those of the inputs are not of the parts */
};

struct walk_run;
/* Before the walk: the run keeps the events that contrasts are made of. */
void contrast_join(struct walk_run *run);
/* Parts of one input follow each other, by time; none overlap. A side without parts: no rows. To be
 * freed; the tables must outlive it. */
void contrast_of(const struct contrast_sides *sides, struct contrast *out);
/* Adds what chunks recorded of the input's window (window_from_ns to window_to_ns, if it has one),
 * or, outside, of what is not in it. */
void contrast_add_recorded(const struct rule_input *input, int side, bool outside,
                           struct contrast_sides *sides);
/* input: judged, with a window; start_ns and end_ns: of the whole recording. To be freed; the
 * tables must outlive it. */
void contrast_make(const struct rule_input *input, int64_t start_ns, int64_t end_ns,
                   struct contrast *out);
void contrast_free(struct contrast *contrast);
/* Significant, and enough to be shown to people. */
bool contrast_stands_out(const struct contrast_row *row);
/* A difference of this size is nothing to speak of: figures are compared as if they had it more. */
double contrast_unit_floor(enum contrast_unit unit);
/* "percent", "bytes_per_second". */
const char *contrast_unit_name(enum contrast_unit unit);
