/* Statistics of shares that were sampled: is a difference more than chance, how large may it be,
 * and how large would it have had to be in order to be seen.
 *
 *   cells --stat_design_effect--> how much less a sample says than an independent one would
 *         --stat_compare--------> p and confidence interval of one row
 *   all rows --stat_holm, stat_benjamini_hochberg--> p that allows for having looked at many
 *
 * Pure functions of numbers. Shares, p, alpha and power are 0..1.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* ==== Distributions ========================================================================= */

/* The x below which a share p of the distribution lies; 0 < p < 1. */
double stat_normal_quantile(double p);
double stat_t_upper(double t, double df); /* Student's; df > 0, infinite is the normal one */
/* Likewise of Student's with df > 0 degrees of freedom. */
double stat_t_quantile(double p, double df);

/* Two-sided exact tests, with half of the probability of what was observed (mid-p): their errors
 * are at alpha on average where the plain ones are far below. Counts need not be whole: they are
 * rounded. */
/* x1 of n1 against x2 of n2 (Fisher's, by the hypergeometric distribution). */
double stat_fisher_mid_p(double x1, double n1, double x2, double n2);
/* x of n where share was expected. */
double stat_binomial_mid_p(double x, double n, double share);

/* ==== Clusters ============================================================================== */

/* Samples that follow each other in a thread are alike, so n of them say less than n independent
 * ones. They are summed up in clusters: a thread's second, or a recording. */
struct stat_clusters { /* of one side */
    double samples;    /* how many there are, whatever n measures */
    double n, nn;      /* over the clusters: what a cluster weighs in all, and its square */
    double count;      /* clusters that weigh something */
};

struct stat_hits { /* of one row on one side, over the same clusters */
    double x;      /* what the row weighs */
    double xx, xn; /* its square, and times the cluster's weight */
};

/* Variance of the share x / n, as of a ratio of two sums over clusters that were drawn at random
 * (Cochran, Sampling Techniques, chapter 6). 0 with less than two clusters. */
double stat_cluster_variance(const struct stat_clusters *all, const struct stat_hits *hits);

/* By what the variances of both sides together exceed those of independent samples: at least 1, at
 * most the weighted size of a cluster, which would be reached if its samples were all alike. */
double stat_design_effect(const struct stat_clusters all[2], const struct stat_hits hits[2]);

/* Wilson's interval of x of n, at z standard deviations; of nothing it is 0 to 1. */
void stat_wilson(double x, double n, double z, double *low, double *high);

/* Dispersion of a row among recordings, estimated from few of them, drawn to that of all rows as if
 * those were prior_df degrees of freedom (Smyth 2004 does so with variances). Below 1: they differ
 * less than was expected, as those of a program do whose phases last for seconds. */
double stat_moderate(double dispersion, double df, double prior, double prior_df);

/* ==== One row =============================================================================== */

struct stat_pair { /* 0: base, 1: new */
    double x[2], n[2];
    double samples[2];    /* samples behind n; the same as n where samples are counted */
    double design_effect; /* >= 1 */
    double df;            /* degrees of freedom behind it; infinite: well known */
};

struct stat_change {
    double share[2];
    double effective[2]; /* independent samples that would say as much */
    double change;       /* share[1] - share[0] */
    double low, high;    /* its confidence interval */
    double p;            /* of a difference like this or larger by chance; two-sided */
    bool exact;          /* counts were small: the exact test was used */
};

/* Shares of two sides (score test, pooled variance; where some expected count is below
 * STAT_SMALL, Fisher's). The interval is Newcombe's hybrid of two Wilson intervals. A side without
 * samples: p is 1, and the other side has its share. */
#define STAT_SMALL 10.0
void stat_compare(const struct stat_pair *pair, double confidence, struct stat_change *change);

/* Counts x[0], x[1] that were collected over exposure[0], exposure[1] (time, say): p of the rates'
 * being the same, given the sum. Likewise exact where counts are small. */
double stat_compare_rates(const double x[2], const double exposure[2], double design_effect,
                          double df);
/* p of a share of at most limit giving x of n or more; one-sided, mid-p where counts are small. */
double stat_exceeds(double x, double n, double limit, double design_effect, double df);
/* A row of numbers, most of which may be 0: those need not be kept. */
struct stat_numbers {
    const double *items;
    size_t len;
    double zeros; /* besides items */
};

/* p of two means being the same when their variances need not be (Welch); two-sided. */
double stat_welch(const struct stat_numbers *a, const struct stat_numbers *b);
/* p of b's mean exceeding a's by this much or more if their numbers were dealt out anew at random
 * (Fisher's exact test of sums); one-sided. Of rows with few numbers that are not 0 Welch's test
 * says too much: that nothing varies. MISSING_REAL for more than
 * STAT_DEAL_EXACT of those. */
#define STAT_DEAL_EXACT 16
double stat_deal(const struct stat_numbers *a, const struct stat_numbers *b);
/* The smallest p that it can give: all that is not 0 is on one side. */
double stat_deal_least(double a_count, double b_count);
/* Amounts x and what they are divided by, n, of the same cells of time: a ratio of two sums. */
struct stat_ratio {
    const double *x, *n;
    size_t len;
};

/* p of both ratios being the same; one-sided, b's the higher one. Its variance is that of a ratio
 * of sums over cells (Cochran, chapter 6). 1 with less than two cells on a side, or nothing in n.
 */
double stat_ratio_exceeds(const struct stat_ratio *a, const struct stat_ratio *b);
/* p of a ratio of at most limit giving this one or a higher; one-sided. */
double stat_ratio_above(const struct stat_ratio *a, double limit);
/* p of a mean of at most limit giving this one or a higher (Student); one-sided. */
double stat_mean_exceeds(const struct stat_numbers *a, double limit);

/* Smallest growth of share that a test at alpha (two-sided) sees with this power, between effective
 * sample counts; at most 1 - share, MISSING_REAL if nothing can be seen. */
double stat_detectable(double share, double base, double fresh, double alpha, double power);

/* ==== Ranks ================================================================================= */

/* Mann and Whitney's test, two-sided: p of the two rows of numbers being drawn from one
 * distribution. Exact up to STAT_RANK_EXACT numbers in all, ties included, else by the normal
 * distribution with correction for ties. */
#define STAT_RANK_EXACT 60
double stat_rank_test(const double *a, size_t a_len, const double *b, size_t b_len);
/* The smallest p that the exact test can give. */
double stat_rank_least(size_t a_len, size_t b_len);

/* ==== Many rows ============================================================================= */

/* adjusted[i] is at most alpha where row i stays significant when alpha is the chance of one error
 * among all (Holm), or the share of errors among those called significant (Benjamini-Hochberg).
 * adjusted may be p. */
void stat_holm(const double *p, size_t len, double *adjusted);
void stat_benjamini_hochberg(const double *p, size_t len, double *adjusted);
