#include "analyzers/compare/outliers.h"

#include "analyzers/compare/statistics.h"

#define FEW 10          /* samples of a row: with less nothing could be seen */
#define ENOUGH 5        /* samples expected in a group: its share is nearly normal */
#define PRIOR_FREEDOM 4 /* weight of all rows against the one looked at */

/* ==== Sums over groups ====================================================================== */

struct sums {
    double groups, x, n, nn; /* of a row x, of all n */
    double xx;               /* x squared by n */
    double y, yy, v;         /* logits of the shares, and the variances that counting gives them */
};

static double logit_of(double x, double n) {
    return log((x + 0.5) / (n - x + 0.5));
}

static double counting_of(double x, double n) {
    return 1 / (x + 0.5) + 1 / (n - x + 0.5);
}

static void add(struct sums *sums, double x, double n, double sign) {
    double y = logit_of(x, n);
    sums->groups += sign;
    sums->x += sign * x;
    sums->n += sign * n;
    sums->nn += sign * n * n;
    sums->xx += sign * x * x / n;
    sums->y += sign * y;
    sums->yy += sign * y * y;
    sums->v += sign * counting_of(x, n);
}

/* By what the groups' shares differ more than those of samples drawn one by one; at least 1. */
static double dispersion_of(const struct sums *s) {
    double share = s->x / s->n, variance = share * (1 - share);
    double found = s->xx - s->x * share;
    if (variance <= 0 || s->groups < 2) return 1;
    return fmax(found / variance / (s->groups - 1), 1);
}

/* Of samples in one group, that makes shares differ so. */
static double correlation_of(const struct sums *s, double dispersion) {
    double usual = (s->n - s->nn / s->n) / (s->groups - 1);
    if (usual <= 1) return 0;
    return fmin((dispersion - 1) / (usual - 1), 1);
}

/* Variance of the groups' logits beyond that of counting; may come out negative. */
static double scatter_of(const struct sums *s) {
    double mean = s->y / s->groups;
    return (s->yy - s->groups * mean * mean) / (s->groups - 1) - s->v / s->groups;
}

/* ==== One row =============================================================================== */

struct finder {
    const struct across *across;
    bool total;
    double alpha;
    double *x;                   /* of the row at hand, by group */
    double dispersion, scatter;  /* of all rows */
    ARRAY(double) p;             /* of all that were tested */
    ARRAY(struct outlier) items; /* of these, those that the cheaper test finds */
};

static double size_of(const struct finder *f, size_t group) {
    return (double)f->across->groups.items[group].samples;
}

static struct sums take_row(struct finder *f, size_t row) {
    const struct across *a = f->across;
    struct sums sums = {0};
    for (size_t i = 0; i < a->groups.len; i++) f->x[i] = 0;
    for (size_t i = a->first[row]; i < a->first[row + 1]; i++) {
        const struct across_cell *cell = &a->cells.items[i];
        f->x[cell->group] = (double)(f->total ? cell->total : cell->self);
    }
    for (size_t i = 0; i < a->groups.len; i++)
        if (size_of(f, i) > 0) add(&sums, f->x[i], size_of(f, i), 1);
    return sums;
}

/* Of shares as they are: exact where counts are small. */
static void test_share(const struct finder *f, const struct sums *rest, double x, double n,
                       struct stat_change *change) {
    double own = rest->groups - 1;
    double dispersion =
        fmax(stat_moderate(dispersion_of(rest), own, f->dispersion, PRIOR_FREEDOM), 1);
    double rho = correlation_of(rest, dispersion);
    double here = n / (1 + (n - 1) * rho);
    double there = rest->n * rest->n / (rest->n * (1 - rho) + rho * rest->nn);
    struct stat_pair pair = {.x = {rest->x / rest->n * there, x / n * here},
                             .n = {there, here},
                             .samples = {there, here},
                             .design_effect = 1,
                             .df = own + PRIOR_FREEDOM};
    stat_compare(&pair, 0.95, change);
}

/* Of their logits: shares of programs differ by factors, so that they are skewed. */
static double test_logit(const struct finder *f, const struct sums *rest, double x, double n) {
    double expected = rest->x / rest->n * n, own = rest->groups - 1;
    if (n - expected < ENOUGH) return 0;
    /* So few: what is not far more is no surprise, and none of them at all is neither. */
    if (expected < ENOUGH) return x > expected + 1.64 * sqrt(expected) + 1 ? 0 : 1;
    double drawn = (scatter_of(rest) * own + f->scatter * PRIOR_FREEDOM) / (own + PRIOR_FREEDOM);
    double scatter = fmax(drawn, 0);
    double variance = scatter + 1 / expected + 1 / (n - expected) +
                      (scatter + rest->v / rest->groups) / rest->groups;
    double t = fabs(logit_of(x, n) - rest->y / rest->groups) / sqrt(variance);
    return fmin(2 * stat_t_upper(t, own + PRIOR_FREEDOM), 1);
}

static void test(struct finder *f, const struct sums *sums, uint32_t row, uint32_t group) {
    double x = f->x[group], n = size_of(f, group);
    struct stat_change change;
    struct sums rest = *sums;
    add(&rest, x, n, -1);
    double p = test_logit(f, &rest, x, n);
    if (p > f->alpha) { /* the other, which is dearer, cannot make it less */
        array_push(&f->p, p);
        return;
    }
    test_share(f, &rest, x, n, &change);
    p = fmax(p, change.p);
    struct outlier outlier = {.row = row,
                              .group = group,
                              .samples = (uint64_t)x,
                              .share = x / n,
                              .others = rest.x / rest.n,
                              .low = change.low,
                              .high = change.high,
                              .p = p,
                              .test = f->p.len};
    array_push(&f->items, outlier);
    array_push(&f->p, p);
}

static void test_row(struct finder *f, uint32_t row) {
    struct sums sums = take_row(f, row);
    if (sums.x < FEW) return;
    for (uint32_t group = 0; group < f->across->groups.len; group++)
        if (size_of(f, group) > 0) test(f, &sums, row, group);
}

/* ==== All rows ============================================================================== */

ORDERED(compare_numbers, double, ORDER(*x, *y))

/* The usual dispersion and scatter: over the rows that have samples enough to show it. One that
 * stands out in one row does not change the median. */
static void take_usual(struct finder *f) {
    double sum = 0;
    OWNED(array_release) ARRAY(double) scatters = {0};
    for (size_t row = 0; row < f->across->rows; row++) {
        struct sums sums = take_row(f, row);
        if (sums.x < ENOUGH * sums.groups) continue;
        sum += dispersion_of(&sums);
        array_push(&scatters, scatter_of(&sums));
    }
    f->dispersion = scatters.len ? sum / (double)scatters.len : 1;
    if (scatters.len) {
        array_sort(&scatters, compare_numbers);
        f->scatter = fmax(scatters.items[scatters.len / 2], 0);
    }
}

ORDERED(compare_outliers, struct outlier, RISING(chance),
        ORDER(fabs(y->share - y->others), fabs(x->share - x->others)), RISING(group), RISING(row))

void outliers_find(const struct across *across, bool total, double alpha, struct outliers *out) {
    struct finder f = {.across = across, .total = total, .alpha = alpha};
    size_t groups = 0;
    *out = (struct outliers){.tested = 0};
    for (size_t i = 0; i < across->groups.len; i++) groups += across->groups.items[i].samples > 0;
    if (groups < OUTLIERS_GROUPS) return;
    f.x = mem_alloc(across->groups.len * sizeof *f.x);
    take_usual(&f);
    for (size_t row = 0; row < across->rows; row++) test_row(&f, (uint32_t)row);
    out->tested = f.p.len;
    stat_benjamini_hochberg(f.p.items, f.p.len, f.p.items);
    EACH (struct outlier, item, &f.items) {
        item->chance = f.p.items[item->test];
        if (item->chance <= alpha) array_push(&out->items, *item);
    }
    array_sort(&out->items, compare_outliers);
    arrays_free(&f.p, &f.items);
    free(f.x);
}

void outliers_free(struct outliers *outliers) {
    array_free(&outliers->items);
}
