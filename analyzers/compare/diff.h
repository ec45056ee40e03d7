/* The difference between two sides, base and new, of one or more recordings each: what share of the
 * samples each row has on either side, and whether the change is more than chance.
 *
 *   recordings --profile_join--> joined frames and stacks      (by content: ids differ)
 *              --cells---------> per row and side: sum, squares (a cell: one thread's second)
 *              --statistics----> struct diff_measure
 *
 * A row is a frame (self: on top, total: anywhere on the stack) or, in trees, a path from the root.
 * Side 0 is base, 1 is new, everywhere.
 */
#pragma once

#include "analyzers/methods/calltree.h"
#include "analyzers/profile/profile.h"
#include "analyzers/compare/statistics.h"

enum diff_normalize { DIFF_SHARES, DIFF_PER_SECOND, DIFF_CPU, DIFF_COUNTS };

struct diff_recording {
    const struct profile *profile; /* with PROFILE_SAMPLES in a grain of a second or so; must live
                                      as long as the diff is computed */
    int side;
    double seconds;     /* how long was recorded; 0: not known */
    double cpu_seconds; /* what processor time the JVM used meanwhile; 0: not known */
};

struct diff_options {
    enum diff_normalize normalize;
    bool values;       /* what samples are worth instead of their number */
    bool tree;         /* paths, too */
    uint64_t least;    /* paths with fewer samples on both sides together are left out */
    double alpha;      /* 0.05 */
    double confidence; /* of intervals, 0.95 */
};

struct diff_measure {
    double count[2];  /* samples, or what they are worth */
    double shown[2];  /* normalised: a share (0..1), samples per second, processors, or the count */
    double change;    /* shown[1] - shown[0] */
    double ratio;     /* shown[1] / shown[0]; infinite: new; MISSING_REAL: on neither side */
    double low, high; /* confidence interval of the change of the share, 0..1 */
    double design_effect; /* samples that say as much as one independent one */
    double p, adjusted;   /* adjusted for all rows of this measure (Benjamini-Hochberg) */
    double rank_p;        /* of the recordings' shares; MISSING_REAL with less than three a side */
    bool tested;          /* there were enough samples for any difference to show */
    bool significant;
};

struct diff_row { /* of each frame of the joined profile, by its id */
    struct diff_measure self, total;
};

struct diff_side {
    uint32_t recordings;
    uint64_t samples, without_stack, threads;
    double weight; /* what 100 % is: samples, or what they are worth */
    double seconds, cpu_seconds;
    double cells;     /* clusters; 0: not known, as of a profile without times */
    double effective; /* independent samples behind a row, by the median design effect */
};

enum diff_test { DIFF_BY_CELLS, DIFF_BY_RECORDINGS };

struct diff {
    struct profile joined; /* frames and stacks of all; its counts are of both sides together */
    ARRAY(struct diff_row) rows;      /* by frame id */
    struct calltree tree;             /* if asked for; its counts are of both sides together */
    ARRAY(struct diff_measure) nodes; /* by node of tree */
    ARRAY(uint32_t) paths; /* nodes whose change is not explained by their parents, see below */
    struct diff_side sides[2];
    enum diff_test test; /* by recordings if both sides have at least two */
    double dispersion;   /* by what recordings differ more (above 1) or less than their cells say */
    double design_effect; /* median of the tested rows */
    size_t tested;        /* rows of self that were tested */
};

/* Rows with fewer samples on both sides together could not be significant whatever happened. */
#define DIFF_LEAST_SAMPLES 6

/* Paths: of nodes with a significant change, those whose share of their parent changed, too (what
 * their parent's change does not explain); where one child has nearly all of the change, that child
 * stands for them. By frame order of the tree. */
void diff_compute(const struct diff_recording *recordings, size_t len,
                  const struct diff_options *options, struct diff *diff);
void diff_free(struct diff *diff);

/* How much the share of a row with this share on the base side would have to grow for the diff to
 * show it four times in five, all corrections made; MISSING_REAL: more than there is. */
double diff_detectable(const struct diff *diff, const struct diff_options *options, double share);

/* Rows that occur, sorted: significant ones first, then by the size of the change, the larger
 * count, and name. self: by that measure, else by total. To be freed. */
uint32_t *diff_order(const struct diff *diff, bool self, size_t *len);

/* ==== Rows that are several frames ========================================================== */

/* One measure over frames chosen (by id): samples with at least one of them on the stack, or, self,
 * on top. For rules about patterns. recordings and options are those of diff_compute. */
void diff_pattern(const struct diff *diff, const struct diff_recording *recordings, size_t len,
                  const struct diff_options *options, const bool *chosen, bool self,
                  struct diff_measure *result);
