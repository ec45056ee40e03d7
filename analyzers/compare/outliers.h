/* Outliers: groups (recordings, hosts, values of a label) whose share of a row differs from that of
 * the others by more than chance.
 *
 * The others say by how much shares differ anyway: between recordings of one program they do so by
 * more than samples that were drawn one by one would (they follow each other; one recording had
 * more to do). Each group is left out in turn, and two tests have to agree:
 *
 *   shares   of the rest the dispersion of the row is taken (Pearson's chi-squared over its degrees
 *            of freedom) and turned into the correlation of samples within a group that gives it,
 *            so that long recordings do not count for more than they say (Williams 1982; n0 is that
 *            of an analysis of variance); then stat_compare
 *   logits   of shares, which differ by factors and are skewed: distance from the mean of the rest
 *            by their variance beyond that of counting (DerSimonian and Laird 1986), Student's;
 *            where a group has few samples to expect the exact test of the first stands alone
 *
 * Dispersion and variance are drawn to those of all rows where groups are few (stat_moderate).
 * Benjamini and Hochberg over all rows and groups. It knows nothing of the program: what differs
 * in all of them, or in half of them, is no outlier.
 */
#pragma once

#include "analyzers/methods/across.h"

#define OUTLIERS_GROUPS 4 /* with less nothing is known of how they differ */

struct outlier {
    uint32_t row, group;
    uint64_t samples;     /* of the row in the group */
    double share, others; /* 0..1 */
    double low, high;     /* confidence interval of share - others, 95 % */
    double p, chance;     /* alone; adjusted for all that were looked at */
    size_t test;          /* number of that */
};

struct outliers {
    ARRAY(struct outlier) items; /* chance <= alpha, the least first */
    uint64_t tested;             /* rows times groups */
};

/* total: rows anywhere on the stack, else on top of it. With less than OUTLIERS_GROUPS groups
 * nothing is tested. */
void outliers_find(const struct across *across, bool total, double alpha, struct outliers *out);
void outliers_free(struct outliers *outliers);
