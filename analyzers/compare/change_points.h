/* Change points: at which build did the mean of a series change, by more than chance? Of many
 * series at once, with a bound on false discoveries.
 *
 *   series --change_points_find--> change points, by series and place
 *
 * A series is looked at in two ways: cut at one place (Sen and Srivastava 1975), and as a stretch
 * that differs from what is before and behind it (Olshen and others 2004), which a cut does not
 * see. Of all cuts, or all stretches, the one counts with the largest difference of means, weighted
 * by sqrt(k (n - k) / n). As Student's t its p is at most that of a single one times their number
 * (Bonferroni; Worsley 1979 has the exact one), if the noise is about normal; where all values are
 * above 0 their logarithms have to say so, too. And permutations of the series have to be as far
 * off more seldom than the level of the test, whatever the noise is like: so a single build that is
 * far off is no change. Where there is a change, the parts are looked at again (binary
 * segmentation, Vostrikova 1981).
 *
 * All series of one depth are tested together (Benjamini and Hochberg 1995): at the first at 0.7 of
 * alpha, at each further one at half of what is left. False discoveries of all depths are at most
 * the sum of those of each, so of the changes that are found at most alpha are chance, on average.
 *
 * Pure functions of numbers. The permutations are the same in every run. */
#pragma once

#include "base/array.h"

#include <stdbool.h>

struct change_series {
    const double *values;    /* MISSING_REAL: not known, left out */
    const double *variances; /* of each, as far as it comes from sampling; NULL: not known. Values
                                vary by that at least, whatever they look like */
    size_t len;
};

struct change_point {
    size_t series;
    size_t at;            /* the first value of the new level */
    double before, after; /* means of the stretches that end and begin there */
    double p, adjusted;   /* adjusted for all series of its depth; at most what that is tested at */
};

struct change_points {
    ARRAY(struct change_point) items;
};

struct change_cut {
    size_t from, to; /* the values from..to-1 differ from the rest; to is all of them: one cut */
    double statistic;
};

/* The one with the largest statistic; len is at least 2. stretches: else cuts only. */
struct change_cut change_cut(const double *values, size_t len, bool stretches);
/* p of the clearest of either kind; 1 where permutations are as far off more often than level.
 * sampled: sum of the variances. cut: which it is. */
#define CHANGE_PERMUTATIONS 1999
double change_p(const double *values, size_t len, double sampled, double level,
                struct change_cut *cut);
void change_points_find(const struct change_series *series, size_t count, double alpha,
                        struct change_points *out);
void change_points_free(struct change_points *points);
/* How often permutations of so many values are as far off as the clearest cut there can be, of
 * which half of the level is left for. */
double change_least_p(size_t len);
